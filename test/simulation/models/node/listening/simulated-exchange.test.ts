import { describe, expect, it } from 'vitest';
import { SimulatedExchange } from '../../../../../simulation/models/node/listening/simulated-exchange.js';

function exchangeHeardOf() {
  const heard: string[] = [];
  const exchange = new SimulatedExchange(
    { method: 'GET', path: '/v1/credits', query: '', fields: [], address: '203.0.113.1' },
    {
      leaving: () => true,
      answered: () => heard.push('answered'),
      begun: () => heard.push('begun'),
      read: (text) => heard.push(text),
      ended: () => heard.push('ended'),
      upgraded: () => heard.push('upgraded'),
      arrived: () => heard.push('arrived'),
      over: () => heard.push('over'),
    },
  );
  return { exchange, heard };
}

describe('a simulated exchange that is cut', () => {
  it('is over, and the process is told so, once', () => {
    const { exchange, heard } = exchangeHeardOf();
    exchange.onGone(() => heard.push('gone'));
    exchange.cut();
    exchange.cut();
    expect([heard, exchange.isOver]).toEqual([['over', 'gone'], true]);
  });

  it('lets out what the process throws when it is told', () => {
    const { exchange } = exchangeHeardOf();
    exchange.onGone(() => {
      throw new Error('not ready for it');
    });
    expect(() => exchange.cut()).toThrow('not ready for it');
  });

  it('with its process tells nobody: what is dead throws nothing', () => {
    const { exchange, heard } = exchangeHeardOf();
    exchange.onGone(() => {
      throw new Error('told of it after its end');
    });
    exchange.endWithProcess();
    expect([heard, exchange.isOver]).toEqual([['over'], true]);
  });
});
