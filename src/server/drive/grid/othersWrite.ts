import { Refusal } from '../../refusal';

/** Said where a change could not be made because of others. */
export const othersWrite = () =>
  new Refusal('busy', 'Others write to this sheet at the same time. Nothing was changed; try again.', {
    headers: { 'Retry-After': '1' },
  });
