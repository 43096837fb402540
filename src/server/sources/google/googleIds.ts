import { Refusal } from '../../refusal';

/** What `/spreadsheets/d/e/2PACX-…`, the address of a page published to the web, leaves as an id. */
export const PUBLISHED_PAGE_ID = 'e';

/** Google's ids have 44 characters; none is known below this many. */
export const SHORTEST_GOOGLE_ID = 20;

/** Said for the address of a published page, whatever the server can read. */
export const publishedPage = () =>
  new Refusal(
    'source_published_page',
    'This is the address of a published page. Paste the address of the spreadsheet itself, which has /edit in it.',
  );
