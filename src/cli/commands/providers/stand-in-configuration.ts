import type { Adapter, TextAdapter } from '../../../providers/adapters/adapter.js';

/** YAML to be pasted, with the command that writes the file that it names in a comment. */
export function standInConfiguration(
  adapter: Adapter | TextAdapter,
  url: string,
  keyVariable: string,
): string {
  return 'createText' in adapter ? ofText(adapter, url, keyVariable) : ofVideo(adapter, url, keyVariable);
}

function ofVideo({ kind, example }: Adapter, url: string, keyVariable: string): string {
  const { model = 'video', seconds = 5, settings, file } = example ?? {};
  const more = settings === undefined ? '' : `, ${settings}`;
  const before =
    file === undefined
      ? ''
      : `# In the folder of the configuration file, write ${file.name} for the stand-in:\n#   echo '${file.text}' > ${file.name}\n`;
  return `${before}providers:
  ${kind}: { kind: ${kind}, url: "${url}", key-env: ${keyVariable}${more} }
models:
  video:
    price-per-second: 1
    seconds: { allowed: [${seconds}], default: ${seconds} }
    routes:
      - { provider: ${kind}, model: ${model} }
`;
}

function ofText({ kind, exampleModel = 'text' }: TextAdapter, url: string, keyVariable: string): string {
  return `providers:
  ${kind}: { kind: ${kind}, url: "${url}", key-env: ${keyVariable} }
models:
  text:
    price-per-million: { input: 40, output: 120 }
    context-tokens: 8192
    output-tokens: { max: 2048, default: 512 }
    routes:
      - { provider: ${kind}, model: ${exampleModel} }
`;
}
