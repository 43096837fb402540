import { projectDeletionInWords } from '../../../src/app/projects/DeleteProjectDialog';
import type { Project } from '../../../src/contract/projects';
import { projectOf } from '../../fixtures/appState';

const [tab] = projectOf().tabs as [Project['tabs'][number]];

describe('the consequences of a deletion', () => {
  const kept = 'The spreadsheet stays where it is.';
  const tabs = (published: number, not = 0) =>
    Array.from({ length: published + not }, (_, at) => ({ ...tab, sheetId: at, published: at < published }));
  const words = (endpoints: number, requests: number, keys?: number) => {
    const project = projectOf({ tabs: tabs(endpoints, 2), requests: { week: [0, 0, 0, 0, 0, requests, 0] } });
    return projectDeletionInWords(project, keys);
  };

  it.each([
    [words(0, 0), kept],
    [words(1, 0), `1 endpoint stops working at once. ${kept}`],
    [words(2, 0), `2 endpoints stop working at once. ${kept}`],
    [words(0, 0, 1), `1 API key stops working at once. ${kept}`],
    [
      words(1, 1, 2),
      `1 endpoint and 2 API keys stop working at once. It answered 1 request in the last 7 days. ${kept}`,
    ],
    [words(2, 9), `2 endpoints stop working at once. They answered 9 requests in the last 7 days. ${kept}`],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });
});
