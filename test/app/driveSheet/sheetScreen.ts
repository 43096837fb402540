import { act, screen } from '@testing-library/react';
import type { GridChange } from '../../../src/contract/driveGrid';
import { appTests, openApp, type TestServer } from '../../fixtures/openApp';
import { layOut } from '../grid/gridBrowser';
import { answerRows, ID, spreadsheetOf, taking } from './sheetWorld';

/** Adds to jsdom what the page of a sheet needs from a browser. */
function readySheet() {
  layOut();
  // Missing in jsdom.
  Object.assign(window, { CSS: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } });
  Object.assign(globalThis, {
    DOMRect: class {
      constructor(
        readonly x: number,
        readonly y: number,
      ) {}
    },
  });
}

/** Hooks of a file that opens the page of a sheet. */
export function sheetTests() {
  appTests();
  beforeEach(readySheet);
}

export const PLACE = `/spreadsheets/d/${ID}`;

/** Opens the page of a sheet and focuses its grid. */
export async function openSheet(given?: (server: TestServer) => void, place = PLACE) {
  const opened = openApp(place, {
    given: (server) => {
      server.grid.one.mockResolvedValue(spreadsheetOf());
      server.grid.rows.mockImplementation(answerRows);
      server.grid.change.mockImplementation(taking());
      given?.(server);
    },
  });
  const grid = await screen.findByRole('grid', { name: 'beans' });
  await screen.findByRole('gridcell', { name: 'Kochere' });
  act(() => grid.focus());
  return { ...opened, grid };
}

/** Address of the active cell. */
export const reference = () => screen.getByText(/^[A-Z]+\d+$/, { selector: 'span' }).textContent;

export const cell = (name: string) => screen.getByRole('gridcell', { name });

/** The edits of a request, each as row, column and content. */
export const edits = (server: TestServer, call = 0) => {
  const change = server.grid.change.mock.calls[call]?.[2] as GridChange;
  return 'edits' in change ? change.edits.map(({ row, column, value, cell }) => [row, column, value ?? cell]) : [];
};
