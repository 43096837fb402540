import { Refusal } from '../refusal';

/** Said when a URL leads to no spreadsheet, or to one that is not this person's. */
export const noSheet = () => new Refusal('source_not_found', 'There is no spreadsheet at this URL.');
