// SPDX-License-Identifier: Apache-2.0
// Values of AU and EU by mpmath, at 40 to 80 digits, with a = [mpf(x) for x in alpha], s = sum(a):
//
// entropy    AU = psi(0,s+1) - sum(x/s*psi(0,x+1) for x in a);  EU = -sum(x/s*log(x/s) for x in a)
// - AU label-     the same, summed over the pairs [x, s-x] variance   t = sum(x*(s-x) for x in
// a)/s**2;  AU = t*s/(s+1);  EU = t/(s+1) integral   I = lambda f: sum(f(exp(k/64))*exp(k/64) for k
// in range(-120*64, 90*64))/64 zero-one   E = I(lambda t: 1 -
// fprod(gammainc(x,0,t,regularized=True) for x in a))/s
//            AU = 1 - E;  EU = E - max(a)/s
// spherical  E = I(lambda t: 1 - fprod((t/2)**x*hyperu(x/2,0.5,t*t/4) for x in a))/s/sqrt(pi)
//            AU = 1 - E;  EU = E - sqrt(sum(x*x for x in a))/s
// wasserstein, by bisection for tau with sum(q) = 1, q[k] such that F(a[k],q[k]) = tau, where
//            F = lambda x,q: betainc(x,s-x,0,q,regularized=True)
//            EU = sum(q*(2*F(x,q)-1) + x/s*(1-2*betainc(x+1,s-x,0,q,regularized=True)))/2
//
// pairwise-entropy  AU as entropy;  EU = (len(a)-1)/s
// reverse-entropy   EU = sum(x/s*(log(x/s) - psi(0,x) + psi(0,s)) for x in a)
// ordinal-          over the pairs [A, B] = [sum(a[:k]), s - A], 0 < k < len(a):
//   variance  t = sum(A*B)/s**2;  AU = t*s/(s+1);  EU = t/(s+1)      entropy  as above, summed
//   absolute  AU = sum(A/s*betainc(A+1,B,0,.5,regularized=True) + B/s*betainc(B+1,A,0,.5,
//             regularized=True));  EU = sum(min(A,B)/s) - AU
// integer-variance  t = sum((k-mu)**2*x/s), mu = sum(k*x/s);  AU = t*s/(s+1);  EU = t/(s+1)
//
// Two classes also along the log-odds t of the smaller one, a <= b, with quad() between many
// points:
//            w = lambda t: exp(-a*log1p(exp(-t)) - b*log1p(exp(t)))/beta(a,b)
// zero-one   AU = quad(w(t)*min(p,1-p)), p = 1/(1+exp(-t));  EU = quad(w(t)*tanh(t/2), [0, inf])
// spherical  AU = quad(w(t)*2*p*r/(1+z)), r = 1-p, z = sqrt(p*p+r*r);  EU = quad(w(t)*z) - norm
// wasserstein EU = quad(w(t)*abs(p-median))
#include <gtest/gtest.h>

#include <vector>

#include "measures/dirichlet.h"

namespace qualm::detail {
namespace {

struct Reference {
  Measure measure;
  std::vector<double> alpha;
  double aleatoric, epistemic;
};

std::vector<double> one_clear_class() {
  std::vector<double> alpha(1000, 1);
  alpha[500] = 1e8;
  return alpha;
}

const std::vector<Reference>& references() {
  static const std::vector<Reference> rows = {
      {"entropy", {1, 2, 3}, 0.86666666666666667, 0.14473759804068505},
      {"label-entropy", {1, 2, 3}, 1.5583333333333333, 0.22188922438772948},
      {"zero-one", {1, 2, 3}, 0.41396604938271605, 0.086033950617283951},
      {"spherical", {1, 2, 3}, 0.31391684267435083, 0.062473592863325606},
      {"wasserstein", {1, 2, 3}, 0.41396604938271605, 0.20599901209545298},

      {"entropy", {.1, .2, .7}, 0.37698429604656673, 0.42483425649677062},
      {"label-entropy", {.1, .2, .7}, 0.72475134122079793, 0.71159835776373171},
      {"zero-one", {.1, .2, .7}, 0.16585422984682718, 0.13414577015317284},
      {"spherical", {.1, .2, .7}, 0.13045660733895216, 0.13469646982609443},
      {"wasserstein", {.1, .2, .7}, 0.16585422984682718, 0.28211984181862884},

      {"entropy", {25, 24, .5, .5}, 0.76649221135338614, 0.024489986684844555},
      {"label-entropy", {25, 24, .5, .5}, 1.4631053200898331, 0.034391896269768377},
      {"zero-one", {25, 24, .5, .5}, 0.45386241366670258, 0.046137586333297425},

      {"variance", {1e-8, 1, 1e8}, 1.9999999600000006e-8, 1.999999940000001e-16},
      {"entropy", {1e-8, 1, 1e8}, 1.8997896423853896e-7, 4.2278450930527295e-9},
      {"label-entropy", {1e-8, 1, 1e8}, 3.7995792831258452e-7, 8.4556884085308074e-9},

      {"variance", one_clear_class(), 1.9979700303994951e-5, 1.997950070878287e-13},
      {"entropy", one_clear_class(), 0.00018978713905081516, 4.2235733141362784e-6},
      {"label-entropy", one_clear_class(), 0.00031479511119837791, 4.2285724300276933e-6},

      {"variance", {1e-8, 1e-8, 1e-8}, 1.9999999400000018e-8, 0.66666664666666727},
      {"entropy", {1e-8, 1e-8, 1e-8}, 3.2898680375319035e-8, 1.0986122557694293},
      {"label-entropy", {1e-8, 1e-8, 1e-8}, 6.5797360510226702e-8, 1.9095424390870779},

      {"entropy", {1e8, 1e8}, 0.69314717805994532, 2.49999999375e-9},
      {"zero-one", {1e8, 99990000}, 0.49996501673869281, 9.9820112446903469e-6},
      {"spherical", {1e8, 99990000}, 0.29289321616162529, 1.7678553192139474e-9},
      {"wasserstein", {1e8, 99990000}, 0.49996501673869281, 2.8210184370283987e-5},

      {"zero-one", {1e8, 1}, 9.999999900000001e-9, 0},  // EU = 2.7e-30103008
      {"spherical", {1e8, 1}, 9.999999800000001e-9, 5.0000000499999976e-17},
      {"wasserstein", {1e8, 1}, 9.999999900000001e-9, 6.9314717122620853e-9},

      {"zero-one", {1e4, 9e3}, 0.4736842105263156, 1.9156185118208343e-16},
      {"spherical", {1e4, 9e3}, 0.29189604582650018, 1.8478011725589512e-5},
      {"wasserstein", {1e4, 9e3}, 0.4736842105263156, 0.0028901818214565371},

      {"zero-one", {3, .05}, 0.015591881842836647, 0.00080156078011417371},
      {"wasserstein", {3, .05}, 0.015591881842836647, 0.016393432177730723},

      {"zero-one", {1, 1e-8}, 6.9314717122620855e-9, 3.0685281877379157e-9},
      {"wasserstein", {1, 1e-8}, 6.9314717122620855e-9, 9.9999999000000012e-9},

      {"zero-one", {1e-8, 1e-8}, 6.9314716753074511e-9, 0.49999999306852832},
      {"wasserstein", {1e-8, 1e-8}, 6.9314716753074511e-9, 0.49999999306852832},
      {"ordinal-variance", {2, 3, 5}, 0.37272727272727273, 0.037272727272727273},
      {"ordinal-entropy", {2, 3, 5}, 1.1003174603174603, 0.093232143780672871},
      {"ordinal-absolute", {2, 3, 5}, 0.574609375, 0.125390625},
      {"integer-variance", {2, 3, 5}, 0.55454545454545455, 0.055454545454545455},
      {"pairwise-entropy", {2, 3, 5}, 0.9373015873015873, 0.2},
      {"reverse-entropy", {2, 3, 5}, 0, 0.10764857323701377},
      {"ordinal-variance", {0.1, 0.2, 0.7}, 0.15, 0.15},
      {"ordinal-entropy", {0.1, 0.2, 0.7}, 0.47215217343898234, 0.46379510200735936},
      {"ordinal-absolute", {0.1, 0.2, 0.7}, 0.21489872464629527, 0.18510127535370473},
      {"integer-variance", {0.1, 0.2, 0.7}, 0.22, 0.22},
      {"pairwise-entropy", {0.1, 0.2, 0.7}, 0.37698429604656671, 2.0},
      {"reverse-entropy", {0.1, 0.2, 0.7}, 0, 1.5751657435032294},
      {"ordinal-variance", {25, 24, 0.5, 0.5}, 0.27401960784313725, 0.0054803921568627451},
      {"ordinal-entropy", {25, 24, 0.5, 0.5}, 0.82153676681150506, 0.025651061383019574},
      {"ordinal-absolute", {25, 24, 0.5, 0.5}, 0.47386241367039144, 0.056137586329608563},
      {"integer-variance", {25, 24, 0.5, 0.5}, 0.32264705882352941, 0.0064529411764705882},
      {"pairwise-entropy", {25, 24, 0.5, 0.5}, 0.76649221135338614, 0.06},
      {"reverse-entropy", {25, 24, 0.5, 0.5}, 0, 0.035510013315155445},
      {"ordinal-variance", {1e-08, 1, 1e+08}, 9.9999999e-9, 9.999999800000001e-17},
      {"ordinal-entropy", {1e-08, 1, 1e+08}, 1.8997896607383518e-7, 4.2278450998245696e-9},
      {"integer-variance", {1e-08, 1, 1e+08}, 1.0000000099999994e-8, 9.999999999999993e-17},
      {"pairwise-entropy", {1e-08, 1, 1e+08}, 1.8997896423853896e-7, 1.99999998e-8},
      {"reverse-entropy", {1e-08, 1, 1e+08}, 0, 1.577215470694727e-8},
      {"ordinal-variance", {1e-08, 1e-08, 1e-08}, 1.3333332933333345e-8, 0.44444443111111151},
      {"ordinal-entropy", {1e-08, 1e-08, 1e-08}, 4.3864907006817801e-8, 1.2730282927247186},
      {"ordinal-absolute", {1e-08, 1e-08, 1e-08}, 1.8483924293763871e-8, 0.66666664818274237},
      {"integer-variance", {1e-08, 1e-08, 1e-08}, 1.9999999400000018e-8, 0.66666664666666727},
      {"pairwise-entropy", {1e-08, 1e-08, 1e-08}, 3.2898680375319034e-8, 66666666.666666667},
      {"reverse-entropy", {1e-08, 1e-08, 1e-08}, 0, 66666665.568054411},
      {"ordinal-variance", {1e+08, 1e+08, 1e+08}, 0.44444444296296297, 1.4814814765432099e-9},
      {"ordinal-entropy", {1e+08, 1e+08, 1e+08}, 1.2730283332562923, 3.3333333268518519e-9},
      {"integer-variance", {1e+08, 1e+08, 1e+08}, 0.66666666444444445, 2.2222222148148148e-9},
      {"pairwise-entropy", {1e+08, 1e+08, 1e+08}, 1.0986122853347764, 6.6666666666666667e-9},
      {"reverse-entropy", {1e+08, 1e+08, 1e+08}, 0, 3.3333333407407407e-9},
      {"ordinal-variance", {1e+08, 1e-08, 1e-08, 3}, 8.9999994000000285e-8, 8.9999991300000528e-16},
      {"ordinal-entropy", {1e+08, 1e-08, 1e-08, 3}, 1.6348106342964598e-6, 1.4175483756159928e-8},
      {"integer-variance", {1e+08, 1e-08, 1e-08, 3}, 2.6999998160000087e-7, 2.6999997350000161e-15},
      {"pairwise-entropy", {1e+08, 1e-08, 1e-08, 3}, 5.4493688036708971e-7, 2.9999999100000021e-8},
      {"reverse-entropy", {1e+08, 1e-08, 1e-08, 3}, 0, 2.5274834280151224e-8},
  };
  return rows;
}

TEST(DirichletReference, both_parts_agree_with_high_precision) {
  for (const Reference& row : references()) {
    const PartValues parts = dirichlet_measure(row.measure, row.alpha, {}, {});
    SCOPED_TRACE(testing::Message() << "family " << row.measure.name() << ", alpha " << row.alpha[0]
                                    << " " << row.alpha[1]);
    EXPECT_NEAR(parts.aleatoric, row.aleatoric,
                row.measure.family().promised.of_dirichlet * row.aleatoric);
    EXPECT_NEAR(parts.epistemic, row.epistemic,
                row.measure.family().promised.of_dirichlet * row.epistemic);
  }
}

}  // namespace
}  // namespace qualm::detail
