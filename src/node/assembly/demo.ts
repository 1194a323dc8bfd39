/**
 * A demo makes an API key with credit for the newcomer at its terminal, and a link that signs in as an
 * operator. Each start takes back those of the start before, whether it is a demo or not.
 */
import { OPERATORS_ACCOUNT } from '../../actors/accounts/operators-account.js';
import { BY_THE_NODE } from '../../actors/audit/audit-trail.js';
import { hashCredential, makeCredential } from '../../actors/credentials/credentials.js';
import type { ApiKeyBehavior } from '../../actors/keys/api-key-messages.js';
import type { Author } from '../../actors/people/user-messages.js';
import { microDa } from '../../money/micro-da.js';
import type { SignInLinks } from '../../people/sign-in-links.js';
import { newToken } from '../../people/tokens.js';
import { unixSeconds } from '../../time/clock.js';
import { ask } from './ask.js';
import type { BootstrapDeps } from './bootstrap.js';

export interface DemoAccess {
  /** Plain text of the key of this start. */
  readonly key: string;
  /** That of the link that signs in, once. */
  readonly signInToken: string;
}

interface DemoDeps extends BootstrapDeps {
  readonly apiKey: ApiKeyBehavior;
  readonly people: { readonly links: SignInLinks };
}

const KEY_RECORD = 'demo_key';
const LINK_RECORD = 'demo_link';
const CREDITS = microDa(100_000_000);
/** The names that end so are nobody's (RFC 6761). */
const OPERATOR = 'demo@tollgate.localhost';
const AUTHOR: Author = { by: BY_THE_NODE, rights: { role: 'operator', account: OPERATORS_ACCOUNT } };

/** @returns what is fresh; undefined if this start is no demo */
export async function renewDemo(
  deps: DemoDeps,
  isDemo: boolean,
  rateLimitRpm: number,
): Promise<DemoAccess | undefined> {
  const { system, world } = deps;
  const changes = takeBack(deps);
  const key = isDemo ? makeCredential('api', (count) => world.randomBytes(count)) : undefined;
  const link = isDemo ? newToken(world) : undefined;
  const keyId = key === undefined ? undefined : deps.ids.next('apiKey');
  if (key !== undefined && keyId !== undefined) changes.push(makeKey(deps, keyId, key, rateLimitRpm));
  if (link !== undefined) {
    const operator = { account: OPERATORS_ACCOUNT, name: OPERATOR, role: 'operator' } as const;
    changes.push(deps.people.links.make(AUTHOR, operator, link));
  }
  // The turns of one instant share a commit: a crash leaves no key and no link that no record names.
  if (changes.length > 0) {
    changes.push(
      system.commitAside([
        { table: 'meta', key: KEY_RECORD, value: keyId },
        { table: 'meta', key: LINK_RECORD, value: link?.id },
      ]),
    );
  }
  await Promise.all(changes);
  return key === undefined || link === undefined ? undefined : { key, signInToken: link.token };
}

function takeBack({ system, apiKey, people }: DemoDeps): Promise<unknown>[] {
  const key = system.records.get('meta', KEY_RECORD);
  const link = system.records.get('meta', LINK_RECORD);
  return [
    ...(key === undefined ? [] : [ask(system, apiKey, key, { type: 'revoke', by: BY_THE_NODE })]),
    ...(link === undefined ? [] : [people.links.withdraw(AUTHOR, link)]),
  ];
}

function makeKey(
  { system, apiKey, world }: DemoDeps,
  id: string,
  plainText: string,
  rateLimitRpm: number,
): Promise<unknown> {
  const key = {
    id,
    account: OPERATORS_ACCOUNT,
    name: 'Demo key',
    rateLimitRpm,
    credits: CREDITS,
    credentialHash: hashCredential(plainText),
    createdAt: unixSeconds(world.wallMs()),
  };
  return ask(system, apiKey, id, { type: 'create', by: BY_THE_NODE, key });
}
