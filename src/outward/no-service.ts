import { type MakeService, NoConnectionError } from './outward.js';

/** Calls nobody: for a configuration that is read and not run. */
export const noService: MakeService = ({ name }) => {
  const refuse = async (): Promise<never> => {
    throw new NoConnectionError(`${name} is not called here`);
  };
  return { call: refuse, stream: refuse, openFile: refuse, listen: refuse };
};
