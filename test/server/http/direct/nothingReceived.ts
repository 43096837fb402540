import type { Answering } from '../../../../src/server/http/direct/directConnections';

/** No door takes in what brings a body. */
export const nothingReceived: Pick<Answering, 'receivingDoors' | 'letIn' | 'passOn'> = {
  receivingDoors: [],
  letIn: () => () => undefined,
  passOn: () => undefined,
};
