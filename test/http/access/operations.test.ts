import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/http/operations/index.js';
import { answersTo, readTable } from './access-table.js';
import { API_COLUMNS } from './two-accounts.js';

/**
 * `key` and `strangers-key` are API keys of the first and of the other account; `account` and `stranger`
 * their management keys. A new operation needs a row for each thing that it may do.
 */
const OPERATIONS = readTable(
  `
  POST   /v1/videos                              {"model":"sim/video","prompt":"p"}         key  yes  yes  no   no   no
  GET    /v1/videos/{job}                                                                   key  yes  none no   no   no
  GET    /v1/videos/{job}/content                                                           key  409  none no   no   no
  GET    /v1/videos/{completed-job}/content                                                 key  yes  none no   no   no
  GET    /v1/videos                                                                         key  yes  yes  no   no   no
  GET    /v1/videos?after={job}                                                             key  yes  yes  no   no   no
  POST   /v1/chat/completions                    {"model":"sim/chat","messages":[{"role":"user","content":"c"}]} key  yes  yes  no   no   no
  GET    /v1/generations/{generation}                                                       key  yes  none no   no   no
  GET    /v1/credits                                                                        key  yes  yes  no   no   no
  GET    /v1/activity                                                                       key  yes  yes  no   no   no
  GET    /v1/models                                                                         key  yes  yes  no   no   no
  POST   /api/keys                               {"name":"n"}                               key  no   no   yes  yes  yes
  POST   /api/keys                               {"account":"{account}"}                    key  no   no   no   no   yes
  POST   /api/keys                               {"credits":1}                              key  no   no   no   no   yes
  GET    /api/keys                                                                          key  no   no   yes  yes  yes
  GET    /api/keys?after={key}                                                              key  no   no   yes  yes  yes
  GET    /api/keys/{key}                                                                    key  no   no   yes  none yes
  PATCH  /api/keys/{key}                         {"rate_limit_rpm":5}                       key  no   no   yes  none yes
  DELETE /api/keys/{key}                                                                    key  no   no   yes  none yes
  POST   /api/keys/{key}/rotate                  {}                                         key  no   no   yes  none yes
  GET    /api/keys/{key}/balance                                                            key  no   no   yes  none yes
  POST   /api/keys/{key}/credits                 {"amount":1,"reference":"r"}               key  no   no   no   no   yes
  POST   /api/keys/{key}/debits                  {"amount":1,"reference":"r"}               key  no   no   no   no   yes
  POST   /api/keys/{key}/transfers               {"to":"{second-key}","amount":1,"reference":"r"} key  no   no   yes  none yes
  GET    /api/keys/{key}/ledger                                                             key  no   no   yes  none yes
  POST   /api/orders                             {"key":"{key}","amount":100}               key  no   no   yes  none yes
  GET    /api/orders                                                                        key  no   no   yes  yes  yes
  GET    /api/orders/{order}                                                                key  no   no   yes  none yes
  GET    /api/jobs                                                                          key  no   no   no   no   yes
  GET    /api/jobs/{job}                                                                    key  no   no   no   no   yes
  POST   /api/jobs/{job}/fail                    {"reason":"r"}                             key  no   no   no   no   yes
  POST   /api/simulated-credit/void              {}                                         key  no   no   no   no   yes
  POST   /api/accounts                           {"name":"n"}                               key  no   no   no   no   yes
  GET    /api/accounts                                                                      key  no   no   yes  yes  yes
  PATCH  /api/accounts/{account}                 {"verified":false}                         key  no   no   no   no   yes
  GET    /api/accounts/{account}/audit                                                      key  no   no   yes  none yes
  POST   /api/accounts/{account}/invitations     {"name":"a@b.dz"}                          key  no   no   yes  none yes
  GET    /api/accounts/{account}/invitations                                                key  no   no   yes  none yes
  DELETE /api/invitations/{invitation}                                                      key  no   no   yes  none yes
  GET    /api/accounts/{account}/users                                                      key  no   no   yes  none yes
  PATCH  /api/users/{user}                       {"role":"owner"}                           key  no   no   yes  none yes
  PATCH  /api/users/{user}                       {"role":"operator"}                        key  no   no   no   none no
  DELETE /api/users/{user}                                                                  key  no   no   yes  none yes
  `,
  API_COLUMNS,
);

describe('an operation', () => {
  it('has a row in the table', () => {
    const missing = operations
      .filter(
        ({ method, path }) => !OPERATIONS.some((row) => row.method === method && isAt(path, row.target)),
      )
      .map(({ method, path }) => `${method} ${path} has no row: add one to OPERATIONS`);
    expect(missing).toEqual([]);
  });

  it.each(OPERATIONS)('$method $target $fields answers each key as the table says', async (row) => {
    expect(await answersTo(row)).toEqual(row.words);
  });
});

/** @param path with `{id}`, as the operation has it */
function isAt(path: string, target: string): boolean {
  return target.split('?')[0]?.replace(/\{\w+\}/, '{id}') === path;
}
