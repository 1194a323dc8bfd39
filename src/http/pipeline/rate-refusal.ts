/** The words of the most frequent refusal there is. */
let limitOfText = -1;
let text = '';

/** Most keys have one of few limits, and one text for a limit is found equal without reading it. */
export function rateRefusalText(limitRpm: number): string {
  if (limitRpm !== limitOfText) {
    limitOfText = limitRpm;
    text = `The limit of ${limitRpm} requests a minute is reached; wait as long as retry_after says, in seconds.`;
  }
  return text;
}
