/** The beginning of the paths of style sheet and script. */
export const ASSETS_PATH = '/assets/';
