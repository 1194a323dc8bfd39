import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillWorkflow,
  PLACEHOLDERS,
  readWorkflow,
} from '../../../../src/providers/adapters/comfyui/comfyui-workflow.js';

const VALUES = {
  prompt: 'a boat',
  negative_prompt: '',
  seed: 7,
  seconds: 4.5,
  frames: 72,
  width: 1280,
  height: 720,
  image: 'first.png',
};

function nodesWith(inputs: unknown): Readonly<Record<string, unknown>> {
  return { 1: { class_type: 'Any', inputs } };
}

describe('a workflow is read', () => {
  it('with the placeholders that it has, however deep they stand', () => {
    const read = readWorkflow(JSON.stringify(nodesWith({ text: 'in {{prompt}}', list: [['{{seed}}']] })), {});
    expect(read).toMatchObject({ ok: true, value: { placeholders: new Set(['prompt', 'seed']) } });
  });

  it.each([
    ['', 'is no JSON'],
    ['{', 'is no JSON'],
    ['[]', 'is no workflow in API form'],
    ['{}', 'is no workflow in API form'],
    ['{"nodes":[],"links":[],"version":0.4}', 'is no workflow in API form'],
    ['{"1":{"inputs":{}}}', 'is no workflow in API form'],
    ['{"1":{"class_type":"A","inputs":{"text":"{{promt}}"}}}', 'has the placeholder {{promt}}'],
    ['{"1":{"class_type":"A","inputs":{"text":"{{ prompt }}"}}}', 'has the placeholder {{ prompt }}'],
    ['{"1":{"class_type":"A","inputs":{"seed":"{{seed}}"}}}', 'has no placeholder {{prompt}}'],
    ['{"1":{"class_type":"A","inputs":{"a":"{{prompt}} {{frames}}"}}}', 'needs the fps of the provider'],
  ])('and %j is refused, for it %s', (text, why) => {
    expect(readWorkflow(text, {})).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  });

  it('with {{frames}} if the provider has an fps', () => {
    const read = readWorkflow(JSON.stringify(nodesWith({ text: '{{prompt}}', length: '{{frames}}' })), {
      fps: 16,
    });
    expect(read.ok).toBe(true);
  });
});

describe('a workflow is filled', () => {
  it('with a number for a placeholder alone that is one, and with text for one among others', () => {
    const filled = fillWorkflow(nodesWith({ a: '{{seed}}', b: 'seed {{seed}}', c: '{{seconds}}' }), VALUES);
    expect(filled).toEqual(nodesWith({ a: 7, b: 'seed 7', c: 4.5 }));
  });

  it('with a text for a prompt alone, be it digits', () => {
    const filled = fillWorkflow(nodesWith({ text: '{{prompt}}' }), { ...VALUES, prompt: '42' });
    expect(filled).toEqual(nodesWith({ text: '42' }));
  });

  it('and leaves links between nodes, numbers and null as they are', () => {
    const nodes = nodesWith({ model: ['4', 0], steps: 20, mask: null, on: true });
    expect(fillWorkflow(nodes, VALUES)).toEqual(nodes);
  });

  it('with whatever a prompt says, placeholders and signs of replacement too', () => {
    const said = fc.oneof(fc.string(), fc.constantFrom(...PLACEHOLDERS.map((name) => `{{${name}}}`), '$&$1'));
    fc.assert(
      fc.property(fc.array(said), (parts) => {
        const prompt = parts.join('');
        const nodes = nodesWith({ alone: '{{prompt}}', among: '<{{prompt}}>' });
        const filled = fillWorkflow(nodes, { ...VALUES, prompt });
        expect(filled).toEqual(nodesWith({ alone: prompt, among: `<${prompt}>` }));
      }),
    );
  });
});
