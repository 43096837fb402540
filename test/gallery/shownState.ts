import { editSlice } from '../../src/app/project/edit/editSlice';
import { endpointSlice } from '../../src/app/project/rows/endpointSlice';
import { firstCallSlice } from '../../src/app/firstCall/firstCallSlice';
import { keysSlice } from '../../src/app/keys/keysSlice';
import { rootReducer } from '../../src/app/rootReducer';
import { settingsSlice } from '../../src/app/settings/settingsSlice';
import { versionsSlice } from '../../src/app/sync/versionsSlice';
import { tryItSlice } from '../../src/app/tryIt/tryItSlice';
import type { UnknownAction } from '@reduxjs/toolkit';
import { projectArrived, projectListArrived } from '../../src/app/projects/projectsSlice';
import { sessionArrived } from '../../src/app/session/sessionSlice';
import type { Hand } from './hands';
import { coffee, mara, projects } from './samples';

editSlice.injectInto(rootReducer);
endpointSlice.injectInto(rootReducer);
firstCallSlice.injectInto(rootReducer);
keysSlice.injectInto(rootReducer);
tryItSlice.injectInto(rootReducer);
settingsSlice.injectInto(rootReducer);
versionsSlice.injectInto(rootReducer);

/** A state of a screen, with an address of its own: the events that lead to it, and the page that shows it. */
export interface ShownState {
  readonly name: string;
  readonly place: string;
  readonly events: readonly UnknownAction[];
  /** What is done with the page first, for what is not in the store. */
  readonly hands?: readonly Hand[];
}

/** Makes the states of one page. */
export const stateAt =
  (place: string) =>
  (name: string, ...events: readonly UnknownAction[]): ShownState => ({ name, place, events });

/** The same state, after something was done with the page. */
export const after = (state: ShownState, ...hands: readonly Hand[]): ShownState => ({ ...state, hands });

/** What has happened before a page is there: somebody is signed in, the list is there, a project's page is open. */
export const signedIn = sessionArrived(mara);
export const listed: readonly UnknownAction[] = [signedIn, projectListArrived(projects)];
export const opened: readonly UnknownAction[] = [signedIn, projectArrived(coffee)];

/** The tab that is on the screen. */
export const tab = { projectId: coffee.id, sheetId: 1 } as const;
