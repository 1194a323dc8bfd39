/** Whether values that were taken one after the other rise, and how sure that is. */

export interface Trend {
  /** Of a straight line through the values by least squares, from each to the next. */
  readonly slope: number;
  /** Half the width of the 95 % interval of the slope. */
  readonly uncertainty: number;
}

/** Student's t, 97.5 %, for 1, 2, 3, … degrees of freedom. */
const T_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
const Z_975 = 1.96;
const LEAST_VALUES = 3;

/**
 * Values that stay near the one before them tell less than as many independent ones, so the uncertainty is
 * that of fewer: n (1 - r) / (1 + r), with r how far what the line leaves goes along with the one before
 * (Santer et al., J. Geophys. Res. 105, 2000, eq. 6).
 *
 * @param values three or more
 */
export function trendOf(values: readonly number[]): Trend {
  if (values.length < LEAST_VALUES) throw new RangeError(`no trend of ${values.length} values`);
  const middle = (values.length - 1) / 2;
  const mean = sumOf(values) / values.length;
  const squaredSteps = sumOf(values.map((_, at) => (at - middle) ** 2));
  const slope = sumOf(values.map((value, at) => (at - middle) * (value - mean))) / squaredSteps;
  const left = values.map((value, at) => value - mean - slope * (at - middle));
  const squaredLeft = sumOf(left.map((one) => one ** 2));
  if (squaredLeft === 0) return { slope, uncertainty: 0 };
  const along = sumOf(left.slice(1).map((one, at) => one * (left[at] ?? 0))) / squaredLeft;
  const r = Math.max(0, along);
  const independent = Math.max(LEAST_VALUES, (values.length * (1 - r)) / (1 + r));
  const deviation = Math.sqrt(squaredLeft / (independent - 2) / squaredSteps);
  return { slope, uncertainty: t975(independent - 2) * deviation };
}

/** @param degrees of freedom, from 1; a part of one is left out */
function t975(degrees: number): number {
  // Beyond the table: the first two terms of the expansion by 1 / degrees (Abramowitz & Stegun 26.7.5).
  return T_975[Math.floor(degrees) - 1] ?? Z_975 + (Z_975 ** 3 + Z_975) / (4 * degrees);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
