/** The facts of a history that its people act upon. */
import type { PeopleFacts } from '../people-steps.js';

export interface OfficeFacts extends PeopleFacts {
  readonly hasMail: boolean;
  readonly maySignUp: boolean;
}
