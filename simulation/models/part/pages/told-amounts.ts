/** Amounts of micro-DA as pages print them in English. */

/** Without what sets thousands apart. */
export function inDa(microDa: number): string {
  return inDaWithCommas(microDa).replaceAll(',', '');
}

export function inDaWithCommas(microDa: number): string {
  const digits = String(microDa).padStart(7, '0');
  const thousands = digits.slice(0, -6).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${thousands}.${digits.slice(-6).replace(/0{1,4}$/, '')}`;
}
