import { describe, expect, it } from 'vitest';
import { ROUTES, type RoutePath } from '../../../src/http/pages/dashboard/routes.js';
import { answersTo, readTable } from './access-table.js';
import { PAGE_COLUMNS } from './two-accounts.js';

/**
 * `granted` is a member with the first account's key, `stranger` the owner of the other account. A new page
 * needs a row for each thing that it shows or does: with an id of the first account if it takes one.
 */
const PAGES = readTable(
  `
  GET  /                                                          sign-in yes yes yes yes yes
  GET  /sign-in                                                       yes yes yes yes yes yes
  POST /sign-in            name=nobody@example.dz&password=wrong     key key key key key key
  POST /sign-out                                                  sign-in sign-in sign-in sign-in sign-in sign-in
  GET  /invitation/{token}                                            yes yes yes yes yes yes
  POST /invitation/{token} password=three+words&again=three+words     yes yes yes yes yes yes
  GET  /sign-up                                                       none none none none none none
  POST /sign-up            name=new@example.dz                        none none none none none none
  GET  /sign-up/link                                                  410 410 410 410 410 410
  POST /sign-up/link       password=three+words&again=three+words     410 410 410 410 410 410
  GET  /forgotten-password                                            none none none none none none
  POST /forgotten-password name=new@example.dz                        none none none none none none
  GET  /demo/{token}                                                  410 410 410 410 410 410
  POST /demo/{token}                                                  410 410 410 410 410 410
  GET  /pay/{order}                                                   yes yes yes yes yes yes
  POST /pay/{order}        act=cancel                                 yes yes yes yes yes yes
  POST /language           language=ar                                yes yes yes yes yes yes
  GET  /sessions                                                  sign-in yes yes yes yes yes
  POST /sessions           act=end&session={session}              sign-in yes yes yes yes yes
  POST /sessions           act=end_all                            sign-in sign-in sign-in sign-in sign-in sign-in
  GET  /usage                                                     sign-in yes yes yes yes yes
  GET  /usage?key={key}                                           sign-in yes yes yes none yes
  GET  /usage.csv                                                 sign-in yes yes yes yes yes
  GET  /usage.csv?key={key}                                       sign-in yes yes yes none yes
  GET  /chat                                                      sign-in yes yes yes yes yes
  POST /chat/messages      key={key}&model=sim/chat&messages=[]       key none 400 400 none none
  GET  /chat/answers/{generation}                                     key yes yes yes none none
  GET  /jobs                                                      sign-in yes yes yes yes yes
  GET  /jobs?key={key}                                            sign-in yes yes yes none yes
  GET  /jobs?after={job}                                          sign-in yes yes yes yes yes
  GET  /jobs/new                                                  sign-in yes yes yes yes yes
  GET  /jobs/new?key={key}                                        sign-in yes yes yes yes yes
  GET  /jobs/new?from={job}                                       sign-in yes yes yes yes yes
  POST /jobs/new           key={key}&model=sim/video&prompt=p&seconds=5&once=1234567890123456789012 sign-in 400 yes yes 400 400
  GET  /jobs/{job}                                                sign-in yes yes yes none yes
  POST /jobs/{job}         reason=r                               sign-in no  no  no  none yes
  GET  /clips/{job}                                               none none none none none none
  GET  /clips/{completed-job}                                     none yes yes yes none none
  GET  /password                                                  sign-in yes yes yes yes yes
  POST /password           current=three+words+to+keep&next=three+other+words&again=three+other+words sign-in yes yes yes yes yes
  GET  /people                                                    sign-in yes yes yes yes yes
  GET  /people?account={account}                                  sign-in yes yes yes none yes
  GET  /people/invite                                             sign-in no  no  yes yes yes
  GET  /people/invite?account={account}                           sign-in no  no  yes none yes
  POST /people/invite?account={account} name=n@x.dz&role=member   sign-in no  no  yes none yes
  POST /people             invitation={invitation}                sign-in no  no  yes none yes
  GET  /people/audit?account={account}                            sign-in no  no  yes none yes
  GET  /people/{user}                                             sign-in none yes yes none yes
  POST /people/{user}      act=role&role=member                   sign-in none no  yes none yes
  POST /people/{user}      act=invite                             sign-in none no  yes none yes
  POST /people/{user}      act=grants&key={key}                   sign-in none no  yes none yes
  POST /people/{user}      act=remove                             sign-in none no  yes none yes
  GET  /keys                                                      sign-in yes yes yes yes yes
  GET  /keys?after={key}                                          sign-in yes yes yes yes yes
  GET  /keys/new                                                  sign-in no  no  yes yes yes
  POST /keys/new           name=n&once=1234567890123456789012     sign-in no  no  yes yes yes
  GET  /keys?account={account}                                    sign-in yes yes yes none yes
  GET  /keys/new?account={account}                                sign-in no  no  yes none yes
  GET  /keys/management                                           sign-in no  no  yes yes yes
  GET  /keys/management?account={account}                         sign-in no  no  yes none yes
  POST /keys/management?account={account} name=n&id=mkey_00000000000000000000000001 sign-in no no yes none yes
  GET  /keys/{key}/rotate                                         sign-in none none yes none yes
  POST /keys/{key}/rotate  rotations=0&grace=0                    sign-in none none yes none yes
  GET  /keys/{key}/transfer                                       sign-in none none yes none yes
  POST /keys/{key}/transfer to={second-key}&amount=1&reference=r  sign-in none none yes none yes
  GET  /keys/{key}/credit                                         sign-in none none none none yes
  POST /keys/{key}/credit  amount=1&reference=r                   sign-in none none none none yes
  GET  /keys/{key}/debit                                          sign-in none none none none yes
  POST /keys/{key}/debit   amount=1&reference=r                   sign-in none none none none yes
  GET  /node                                                      sign-in none none none none yes
  GET  /accounts                                                  sign-in none none none none yes
  GET  /accounts/new                                              sign-in none none none none yes
  POST /accounts/new       id=acct_11111111111111111111111111&name=n sign-in none none none none yes
  GET  /accounts/{account}                                        sign-in none none none none yes
  POST /accounts/{account} act=verify                             sign-in none none none none yes
  POST /accounts/{account} act=credit&key={key}&amount=1&reference=r sign-in none none none none yes
  POST /accounts/{account} act=debit&key={key}&amount=1&reference=r  sign-in none none none none yes
  GET  /keys/{key}                                                sign-in yes yes yes none yes
  GET  /keys/{key}/ledger.csv                                     sign-in yes yes yes none yes
  POST /keys/{key}         name=n                                 sign-in no  no  yes none yes
  POST /keys/{key}         act=revoke                             sign-in no  no  yes none yes
  GET  /top-up                                                    sign-in yes yes yes yes yes
  GET  /top-up?account={account}&after={order}                    sign-in yes yes yes yes yes
  GET  /top-up?key={key}                                          sign-in yes yes yes yes yes
  GET  /top-up?set-aside                                          sign-in yes yes yes yes yes
  POST /top-up             key={key}&choice=500&once=1234567890   sign-in no  no  yes 400 yes
  GET  /live?of=node                                                  key 400 400 400 400 400
  GET  /top-up/{order}                                                yes yes yes yes yes yes
  POST /top-up/{order}     act=dismiss&kind=amount&note=n             sign-in none none none none yes
  `,
  PAGE_COLUMNS,
);

describe('a page', () => {
  it('has a row in the table for each of its methods', () => {
    const missing = Object.entries(ROUTES).flatMap(([path, methods]) =>
      methods
        .map((method: string) => method.toUpperCase())
        .filter((method) => !PAGES.some((row) => row.method === method && routeOf(row.target) === path))
        .map((method) => `${method} ${path} has no row: add one to PAGES, with the answer for each role`),
    );
    expect(missing).toEqual([]);
  });

  it.each(PAGES)('$method $target $fields answers each role as the table says', async (row) => {
    expect(await answersTo(row)).toEqual(row.words);
  });
});

/** The route that serves a path, as the gateway finds it. */
function routeOf(target: string): string | undefined {
  const path = target.split('?')[0] ?? '';
  if (path in ROUTES) return path;
  const prefixes = (Object.keys(ROUTES) as RoutePath[]).filter(
    (route) => route.endsWith('/') && route !== '/',
  );
  return prefixes.find((route) => path.startsWith(route));
}
