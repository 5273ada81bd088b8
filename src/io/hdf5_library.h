// SPDX-License-Identifier: Apache-2.0
#pragma once

#pragma GCC diagnostic ignored "-Wold-style-cast"  // its macros are C
#include <hdf5.h>

#include "io/shared_library.h"

namespace qualm::io {

// By the name that the header gives a function: several have one per version of the library.
#define QUALM_NAME_OF(function) #function
#define QUALM_HDF5(member, function) \
  decltype(&function) member = library.find<decltype(&function)>(QUALM_NAME_OF(function))

/// The functions of libhdf5 that we call.
struct Hdf5Library {
  SharedLibrary library{"libhdf5_serial.so.103", "libhdf5-103-1"};
  QUALM_HDF5(report_errors, H5Eset_auto2);
  QUALM_HDF5(open_file, H5Fopen);
  QUALM_HDF5(open_object, H5Oopen);
  QUALM_HDF5(kind_of, H5Iget_type);
  QUALM_HDF5(group_info, H5Gget_info);
  QUALM_HDF5(link_name, H5Lget_name_by_idx);
  QUALM_HDF5(link_info, H5Lget_info);
  QUALM_HDF5(close_object, H5Oclose);
  QUALM_HDF5(open_dataset, H5Dopen2);
  QUALM_HDF5(type_of, H5Dget_type);
  QUALM_HDF5(space_of, H5Dget_space);
  QUALM_HDF5(creation_of, H5Dget_create_plist);
  QUALM_HDF5(access_of, H5Dget_access_plist);
  QUALM_HDF5(offset_of, H5Dget_offset);
  QUALM_HDF5(storage_size_of, H5Dget_storage_size);
  QUALM_HDF5(read, H5Dread);
  QUALM_HDF5(is_variable_text, H5Tis_variable_str);
  QUALM_HDF5(type_class, H5Tget_class);
  QUALM_HDF5(type_size, H5Tget_size);
  QUALM_HDF5(type_order, H5Tget_order);
  QUALM_HDF5(type_sign, H5Tget_sign);
  QUALM_HDF5(type_precision, H5Tget_precision);
  QUALM_HDF5(float_fields, H5Tget_fields);
  QUALM_HDF5(n_axes, H5Sget_simple_extent_ndims);
  QUALM_HDF5(lengths, H5Sget_simple_extent_dims);
  QUALM_HDF5(make_space, H5Screate_simple);
  QUALM_HDF5(select, H5Sselect_hyperslab);
  QUALM_HDF5(layout, H5Pget_layout);
  QUALM_HDF5(n_external, H5Pget_external_count);
  QUALM_HDF5(n_filters, H5Pget_nfilters);
  QUALM_HDF5(filter, H5Pget_filter2);
  QUALM_HDF5(has_filter, H5Zfilter_avail);
  QUALM_HDF5(chunk_lengths, H5Pget_chunk);
  QUALM_HDF5(set_chunk_cache, H5Pset_chunk_cache);
};

#undef QUALM_HDF5
#undef QUALM_NAME_OF

}  // namespace qualm::io
