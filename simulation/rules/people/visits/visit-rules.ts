/** The rules of what people do in offices and see at pages. */
import type { Rule } from '../../invariant.js';
import { AUDIT_PAGE } from './audit-page.js';
import { FORMS_ONCE } from './forms-once.js';
import { PASSWORD_FORMS } from './password-forms.js';
import { PEOPLE_PAGES } from './people-pages.js';
import { SIGNED_IN } from './signed-in.js';
import { VISITS } from './visits.js';

export const VISIT_RULES: readonly Rule[] = [
  AUDIT_PAGE,
  FORMS_ONCE,
  PASSWORD_FORMS,
  PEOPLE_PAGES,
  SIGNED_IN,
  VISITS,
];
