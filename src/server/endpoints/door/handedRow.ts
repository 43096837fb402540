import { may } from '../../access/caller';
import type { Bucket } from '../../access/buckets';
import type { Messenger } from '../../http/receivingDoor';
import { joinedUtf8, utf8Bytes, type Utf8Text, utf8Of } from '../../normalise/utf8Text';
import type { OpenedTab, Waiting, Written } from '../../records/waiting';
import type { WritableTab, Work } from '../../records/work';
import { entityTagOf } from '../conditional';
import { versionOfJson } from '../engine/version';
import { askedOf } from '../plans';
import { createRows, type CreateRequest, planOneRow } from '../write/createRows';
import type { GivenRows } from '../write/givenRows';
import type { PlannedRows } from '../write/plannedRows';
import { partOf } from '../write/writeAnswer';
import type { WriteCall } from '../write/writeCall';
import { writtenAnswer } from '../write/writtenAnswer';
import type { Desk } from './desks';
import { fieldsText } from '../../http/fieldsText';

/** A request that hands in a row, and what was found out about it. */
export interface Handed {
  readonly messenger: Messenger;
  readonly desk: Desk;
  readonly opened: OpenedTab;
  readonly create: CreateRequest;
  readonly bucket: Bucket;
  /** Origin that the request was sent to. */
  readonly origin: string;
  /** When it was handed in, as `performance.now()` has it. */
  readonly began: number;
}

/** An answer, ready but for what is told of limits. */
export interface Receipt {
  readonly fields: string;
  readonly body: Utf8Text;
}

type WrittenRow = Extract<Written<PlannedRows>, { kind: 'written' }>;

/** What waits for what comes of a row. */
export interface Receiver {
  openAgain(handed: Handed): Promise<OpenedTab>;
  answer(handed: Handed, receipt: Receipt): void;
  /** Nothing has been answered yet. */
  fail(handed: Handed, error: unknown): void;
}

/** A row in the queue of writes. One object stands for all of it: there are thousands a second. */
export class HandedRow implements Waiting, Work<PlannedRows> {
  readonly work = this;
  readonly needsAll = false;
  tries = 0;
  opened: OpenedTab;

  constructor(
    private readonly handed: Handed,
    private readonly receiver: Receiver,
  ) {
    this.opened = handed.opened;
  }

  open(): Promise<OpenedTab> {
    return this.receiver.openAgain(this.handed);
  }

  plan(tab: WritableTab): PlannedRows {
    const { create } = this.handed;
    return planOneRow(tab, create) ?? createRows(create).plan(tab);
  }

  /** No key came along that could repeat an answer. */
  answer(): string {
    return '';
  }

  resolve(written: Written): void {
    const { handed, receiver } = this;
    try {
      receiver.answer(handed, receiptOf(handed, written as WrittenRow));
    } catch (error) {
      receiver.fail(handed, error);
    }
  }

  reject(error: unknown): void {
    this.receiver.fail(this.handed, error);
  }
}

function receiptOf(handed: Handed, written: WrittenRow): Receipt {
  const { desk, origin } = handed;
  const { planned, revision, served } = written;
  const [row] = planned.rows;
  const isWhole = may(desk.caller, 'read') && askedOf(desk.caller, desk.tab, served.columns).names.areAll;
  if (row?.kind !== 'append' || !isWhole) return wholeReceiptOf(handed, written);
  const etag = entityTagOf(versionOfJson(utf8Bytes(row.json)), 'identity');
  // An id of ours stands in an address as it is.
  const location = `${origin}${desk.path}/${row.id === row.ownId ? row.id : partOf(row.id)}`;
  return {
    fields: `x-tabpoint-revision: ${revision}\r\nlocation: ${location}\r\netag: ${etag}\r\n`,
    body: joinedUtf8(`{"data":${row.json},"meta":{"revision":${revision}}}`),
  };
}

const namesIn = ({ rows }: GivenRows) => rows.flatMap(({ entries }) => entries.map(([name]) => name));

/** As every other write is answered. */
function wholeReceiptOf({ desk, create, origin }: Handed, written: WrittenRow): Receipt {
  const { known, tab, caller, path } = desk;
  const call: WriteCall = {
    target: { project: known.project, tab, caller, part: undefined, url: origin + path },
    ...{ work: createRows(create), isDryRun: false, isList: false, tellsIgnored: false, isRemoval: false },
    ...{ givenNames: namesIn(create.given), idempotencyKey: undefined },
  };
  const { headers, body } = writtenAnswer(call, written);
  return { fields: fieldsText(headers), body: utf8Of(body) };
}
