# SPDX-License-Identifier: Apache-2.0
"""Pages of docs/ that are made from definitions; tools/update_docs writes them."""
