/** A path of the dashboard that a browser sends back, to go on to. */

/** Neither another host nor one that a browser takes for it: `//host`, `/\host`. */
const LOCAL = /^\/(?![/\\])[\w./?=&%-]*$/;
const CHARACTERS_MAX = 500;

/** '' if the text is no path of this origin. */
export function localPath(text: string | null): string {
  return text !== null && text.length <= CHARACTERS_MAX && LOCAL.test(text) ? text : '';
}
