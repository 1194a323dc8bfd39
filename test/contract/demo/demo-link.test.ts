import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startTollgate, type TollgateProcess } from '../support/harness.js';

const BROWSER = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' };

async function startDemo(data?: string): Promise<{ node: TollgateProcess; link: string }> {
  const args = ['--demo', '--log-requests', '1', '--log-level', 'debug'];
  const node = await startTollgate({ args, ...(data === undefined ? {} : { data }) });
  const link = () => /http:\/\/127\.0\.0\.1:\d+\/demo\/[\w-]{43}/.exec(node.stdout)?.[0] ?? '';
  await expect.poll(link).not.toBe('');
  return { node, link: link() };
}

const look = async (node: TollgateProcess, link: string) =>
  (await node.call('GET', link, { headers: BROWSER })).status;

const use = (node: TollgateProcess, link: string) => node.call('POST', link, { headers: FORM, body: 'go=1' });

describe('the sign-in link of a demo', () => {
  test('works once, is looked at without being used up, and stands in no file', async () => {
    const { node, link } = await startDemo();
    expect([await look(node, link), await look(node, link)]).toEqual([200, 200]);
    const used = await use(node, link);
    expect([used.status, used.headers.location]).toEqual([303, '/']);
    const [cookie = ''] = String(used.headers['set-cookie']).split(';');
    const page = await node.call('GET', '/', { headers: { ...BROWSER, cookie } });
    expect([page.status, page.text.includes('demo@tollgate.localhost')]).toEqual([200, true]);
    expect([await look(node, link), (await use(node, link)).status]).toEqual([410, 410]);
    const token = link.slice(-43);
    expect(node.stderr).not.toContain(token);
    expect(node.stdout.split(token)).toHaveLength(2);
    for (const name of await readdir(node.data, { recursive: true })) {
      const bytes = await readFile(join(node.data, name)).catch(() => Buffer.alloc(0));
      expect(bytes.includes(token), name).toBe(false);
    }
    await node.stop();
  });

  test('is over once the demo starts again, also after a kill; so it is if the node is no demo', async () => {
    const first = await startDemo();
    await first.node.kill();
    const second = await startDemo(first.node.data);
    const at = (link: string, node: TollgateProcess) => `${node.url}/demo/${link.slice(-43)}`;
    expect(await look(second.node, at(first.link, second.node))).toBe(410);
    const used = await use(second.node, second.link);
    const [cookie = ''] = String(used.headers['set-cookie']).split(';');
    await second.node.kill();

    const third = await startDemo(first.node.data);
    expect(await look(third.node, third.link)).toBe(200);
    const page = await third.node.call('GET', '/sessions', {
      headers: { ...BROWSER, cookie: cookie.replace(/^tollgate-\d+/, `tollgate-${third.node.port}`) },
    });
    expect(page.status).toBe(200);
    await third.node.kill();

    const plain = await startTollgate({ data: first.node.data });
    expect(plain.stdout).not.toContain('/demo/');
    for (const { link } of [first, second, third]) expect(await look(plain, at(link, plain))).toBe(410);
    await plain.stop();
  });
});
