import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/node/config/config.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import { folderOfFile } from '../../temporary-folder.js';

const folder = folderOfFile('setting-files');
const workflow = join(folder, 'clip.json');
const PROVIDER = '{ kind: comfyui, url: "http://10.0.0.5:8188", workflow: clip.json, fps: 16 }';

function configOf(provider: string) {
  const path = join(folder, 'tollgate.yaml');
  writeFileSync(path, `providers:\n  studio: ${provider}\n`);
  return readConfig(new Map([['config', path]]), {}, '/');
}

describe('the workflow of a ComfyUI', () => {
  it('is read from the folder of the configuration file', () => {
    writeFileSync(workflow, '{"1":{"class_type":"A","inputs":{"text":"{{prompt}}","length":"{{frames}}"}}}');
    const [studio] = configOf(PROVIDER).providers;
    expect(studio?.settings).toMatchObject({
      fps: 16,
      workflow: { placeholders: new Set(['prompt', 'frames']) },
    });
  });

  it.each([
    ['{', 'is no JSON'],
    ['{"nodes":[]}', 'is no workflow in API form: export it from ComfyUI with "Export (API)"'],
    ['{"1":{"class_type":"A","inputs":{"text":"{{promt}}"}}}', 'has the placeholder {{promt}}, and there'],
    [
      '{"1":{"class_type":"A","inputs":{"text":"a boat"}}}',
      'has no placeholder {{prompt}}: each of its jobs',
    ],
  ])('that is %s is one line that names the setting and the file', (text, why) => {
    writeFileSync(workflow, text);
    const line = `${join(folder, 'tollgate.yaml')}:2: providers.studio.workflow: the file ${workflow} ${why}`;
    expect(() => configOf(PROVIDER)).toThrow(ConfigError);
    expect(() => configOf(PROVIDER)).toThrow(line);
  });

  it('that is missing is named, and so is a folder in its place', () => {
    rmSync(workflow, { force: true });
    expect(() => configOf(PROVIDER)).toThrow(`the file ${workflow} cannot be read (ENOENT)`);
    const inPlace = PROVIDER.replace('clip.json', '.');
    expect(() => configOf(inPlace)).toThrow(`the file ${folder} is no file of at most 1048576 bytes`);
  });

  it('has to be named', () => {
    const unnamed = PROVIDER.replace('workflow: clip.json, ', '');
    expect(() => configOf(unnamed)).toThrow('providers.studio.workflow must be a path, not missing');
  });

  it('that counts frames needs the fps', () => {
    writeFileSync(workflow, '{"1":{"class_type":"A","inputs":{"text":"{{prompt}}","length":"{{frames}}"}}}');
    expect(() => configOf(PROVIDER.replace(', fps: 16', ''))).toThrow('{{frames}}, which needs the fps');
  });
});
