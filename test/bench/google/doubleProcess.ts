import { startGoogleDouble } from '../../fixtures/google/googleDouble';
import type { GoogleCell } from '../../fixtures/google/googleWorld';

/** Commands to the process of the Google double. */
export type DoubleOrder =
  | { readonly does: 'add'; readonly email: string; readonly sheets: number }
  | { readonly does: 'be'; readonly how: 'well' | 'edited' | 'failing' | 'hanging' }
  | { readonly does: 'count' };

/** Responses of the process. */
export interface DoubleAnswer {
  readonly origins?: readonly string[];
  readonly ids?: readonly string[];
  /** Calls since the last count. */
  readonly calls?: number;
}

const ROWS = 200;

const row = (n: number): GoogleCell[] => [`Tea ${n}`, n * 1.25, n % 2 === 0, `Grade ${n % 7}`, `0${n}`];
const tabs = () => [
  {
    gid: 0,
    title: 'Teas',
    cells: [['name', 'price', 'organic', 'grade', 'code'], ...Array.from({ length: ROWS }, (_, n) => row(n))],
  },
];

/** Runs the Google double in a process of its own, so that it takes no time from the measuring client. */
async function serve() {
  const google = await startGoogleDouble();
  const ids: string[] = [];
  let editing: NodeJS.Timeout | undefined;
  let edits = 0;

  const edit = () => {
    for (const id of ids) {
      edits += 1;
      google.world.edit(id, ({ tabs: [teas] }) => void teas?.cells.splice(1, 1, row(edits)));
    }
  };
  const be = (how: Extract<DoubleOrder, { does: 'be' }>['how']) => {
    clearInterval(editing);
    if (how !== 'well') editing = setInterval(edit, 1_000);
    google.faults.always(how === 'failing' ? { status: 503, body: '{}' } : how === 'hanging' ? 'hang' : undefined);
  };
  const add = (email: string, sheets: number) => {
    google.accounts.email = email;
    const rest = { sharing: 'private' as const, readers: [email] };
    const added = Array.from({ length: sheets }, () => google.world.add('Tea house', tabs(), rest).id);
    ids.push(...added);
    return { ids: added };
  };
  const obey = (order: DoubleOrder): DoubleAnswer => {
    if (order.does === 'add') return add(order.email, order.sheets);
    if (order.does === 'be') be(order.how);
    if (order.does === 'count') return { calls: google.faults.calls.splice(0).length };
    return {};
  };

  process.on('message', (order: DoubleOrder) => process.send?.(obey(order)));
  process.send?.({ origins: google.origins } satisfies DoubleAnswer);
}

void serve();
