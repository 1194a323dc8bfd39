import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/framework/program.js';
import { SECTIONS } from '../../src/commands.js';
import { TEXT_FAILURES } from '../../src/providers/text-provider.js';
import { madeUpIo } from '../cli/framework/made-up-io.js';
import { folderOfFile } from '../temporary-folder.js';

const PAGE = readFileSync('docs/text.md', 'utf8');
const SNIPPETS = [...PAGE.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml);
const folder = folderOfFile('text-page');

describe('docs/text.md', () => {
  it.each(SNIPPETS)('has a configuration that is right as it is pasted: %s', async (yaml) => {
    const path = join(folder, 'tollgate.yaml');
    writeFileSync(path, yaml);
    const variables = [...yaml.matchAll(/key-env: (\w+)/g)].map(([, name = '']) => [name, 'a-key']);
    const io = madeUpIo({ environment: Object.fromEntries(variables), folder });
    const status = await runProgram(['check', '--config', path], SECTIONS, io);
    expect({ status, err: io.said.err }).toEqual({ status: 0, err: '' });
  });

  it('names every field that is passed on, and no other', () => {
    const [, sentence = ''] = /These fields are passed on as they are:(.*?)\. Any other/s.exec(PAGE) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const source = readFileSync('src/http/schemas/chat-request.ts', 'utf8');
    const [, list = ''] = /PASSED_FIELDS = \[(.*?)\]/s.exec(source) ?? [];
    expect(named).toEqual([...list.matchAll(/'(\w+)'/g)].map(([, name]) => name));
  });

  it('names every code of a failure before the first token', () => {
    const [, section = ''] = /\n## Errors\n(.*?)\n## /s.exec(PAGE) ?? [];
    expect(TEXT_FAILURES.filter((code) => !section.includes(`\`${code}\``))).toEqual([]);
  });
});
