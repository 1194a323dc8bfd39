/** `--model config`: the configuration, from the command line, the environment and the file. */
import type { Model } from '../../model.js';
import { CONFIG_MODEL, type ConfigStep } from './config-history.js';
import { runConfigHistory } from './config-run.js';
import { generateConfigHistory } from './generate-config.js';

export const configModel: Model<ConfigStep, null> = {
  name: CONFIG_MODEL,
  generate: generateConfigHistory,
  run: runConfigHistory,
  describe,
  describeSetup: () => [],
};

function describe(step: ConfigStep): string {
  const wrong = step.isWrong ? ', which is wrong' : '';
  switch (step.do) {
    case 'set': {
      const where = {
        command: 'on the command line',
        environment: 'in the environment',
        file: 'in the file',
      };
      return `${step.option} is ${JSON.stringify(step.value)} ${where[step.from]}${wrong}`;
    }
    case 'mistype':
      return `${step.option} is mistyped in the ${step.from}`;
    case 'entry':
      return `${step.section} ${step.name}: ${JSON.stringify(step.entry)}${wrong}`;
    case 'variable':
      return `${step.name} is ${JSON.stringify(step.value)} in the environment${wrong}`;
    case 'aside':
      return `beside it is read: ${step.given.map(describe).join('; ') || 'nothing'}`;
    case 'key': {
      const text = step.text === undefined ? 'missing' : JSON.stringify(step.text);
      return `the key of the ${step.owner} is read from the ${step.from}, where it is ${text}${wrong}`;
    }
    case 'reload':
      return `it is read again${step.fails ? ', and a part of the node cannot take it' : ''}`;
  }
}
