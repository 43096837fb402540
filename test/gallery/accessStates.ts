import {
  keyCopied,
  keyMade,
  keyRefused,
  keysArrived,
  keysFailed,
  newKeyOpened,
  newKeySubmitted,
  originAdded,
  revokeRequested,
} from '../../src/app/keys/keysSlice';
import { paths } from '../../src/app/paths';
import { projectArrived } from '../../src/app/projects/projectsSlice';
import { keys as sampleKeys, madeKey } from './sampleKeys';
import { coffee, unreachable } from './samples';
import { after, opened, type ShownState, signedIn, stateAt } from './shownState';

const access = stateAt(paths.project(coffee.id, 'beans', 'access'));
const projectId = coffee.id;
const listed = [...opened, keysArrived({ projectId, keys: sampleKeys })];
const privately = [
  signedIn,
  projectArrived({ ...coffee, access: 'private' }),
  keysArrived({ projectId, keys: [] }),
] as const;

const asking = [...listed, newKeyOpened({ projectId })];
const wish = { name: 'Shop website', kind: 'publishable', scopes: ['read'] } as const;
const sent = [...asking, newKeySubmitted({ projectId, wish: { ...wish, scopes: [...wish.scopes] } })];
const made = [...sent, keyMade({ projectId, ...madeKey, replaces: [] })];
const open = { see: 'dialog[open]' };

/** The Access view: who may read, the keys, a new one, one that goes. */
export const accessStates: readonly ShownState[] = [
  access('project-access', ...listed),
  access('project-access-loading', ...opened),
  access('project-access-empty', ...opened, keysArrived({ projectId, keys: [] })),
  access('project-access-private', ...privately),
  access('project-access-error', ...opened, keysFailed({ projectId, failure: unreachable })),
  after(access('project-access-secret', ...listed), { press: 'Roast bot' }),
  access(
    'project-access-origin-adding',
    ...listed,
    originAdded({ projectId, keyId: 'shop', origin: 'https://new.example' }),
  ),
  after(access('project-access-opening', ...privately), { press: 'Anyone with the address' }, open),
  after(access('project-access-closing', ...listed), { press: 'Key holders only' }, open),
  after(access('project-access-new-key', ...asking), open),
  after(access('project-access-new-key-for-server', ...asking), open, { press: 'Secret' }),
  after(access('project-access-new-key-wrong', ...asking), open, { press: 'Make key' }, { see: '[aria-invalid=true]' }),
  after(access('project-access-new-key-making', ...sent), open),
  after(access('project-access-new-key-refused', ...sent, keyRefused({ message: 'A project has 50 keys.' })), open),
  after(access('project-access-key-made', ...made), open),
  after(access('project-access-key-copied', ...made, keyCopied()), open),
  after(access('project-access-revoke', ...listed), { press: 'Revoke' }, open),
  after(
    access('project-access-revoking', ...listed, revokeRequested({ projectId, keyId: 'shop' })),
    { press: 'Revoke' },
    open,
  ),
];
