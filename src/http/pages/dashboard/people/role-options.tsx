/** The choice of a role, among those that somebody may give. */
import { mayHandle, type Rights, ROLES, type Role } from '../../../../actors/people/rights.js';
import { Options } from '../components/options.js';
import { PEOPLE, ROLE_HINTS } from '../texts/people-texts.js';
import { ROLES as ROLE_NAMES } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';

/** Those that may be given in an account, or taken from somebody. */
export function rolesToGive(rights: Rights, account: string): readonly Role[] {
  return ROLES.filter((role) => mayHandle(rights, account, role));
}

interface RoleOptionsProps {
  readonly roles: readonly Role[];
  readonly chosen: string;
  readonly error?: string | undefined;
  /** True if a title above says what is chosen. */
  readonly isLabelUnseen?: boolean;
}

export function RoleOptions({ roles, chosen, error, isLabelUnseen }: RoleOptionsProps) {
  const say = useTexts();
  return (
    <Options
      name="role"
      kind="radio"
      label={say(PEOPLE.role)}
      isLabelUnseen={isLabelUnseen}
      error={error}
      chosen={[chosen]}
      options={roles.map((role) => ({
        value: role,
        label: say(ROLE_NAMES[role]),
        hint: say(ROLE_HINTS[role]),
      }))}
    />
  );
}
