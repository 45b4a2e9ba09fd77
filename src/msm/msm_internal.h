/* Between the plan and the runs; not for other folders. */
#ifndef CUZK_MSM_MSM_INTERNAL_H
#define CUZK_MSM_MSM_INTERNAL_H

#include "msm/msm.h"

/* Offsets and work_bytes from the sizes. */
void msm_g1_plan_bytes(struct msm_plan *p);
void msm_g2_plan_bytes(struct msm_plan *p);
void msm_g1_bits_plan_bytes(struct msm_plan *p);
void msm_g2_bits_plan_bytes(struct msm_plan *p);

/* ST_ARG unless the plan is of this group and form and the pool is not larger than planned. */
NODISCARD status msm_plan_check(const struct msm_plan *p, enum msm_group group, enum msm_form form,
                                const struct pool *pool, const void *work);

/* The path to take for a wish; ST_UNSUPPORTED if this processor or build lacks it. */
NODISCARD status msm_path_choose(enum msm_path *out, enum msm_path wish);

#endif
