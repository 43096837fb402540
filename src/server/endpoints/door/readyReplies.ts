import type { Incoming } from '../../http/readingDoor';
import type { Settings } from '../../settings';
import { type Answer, bytesOfAnswer } from '../answers/answer';
import type { Coding } from '../answers/coding';
import { entityTagOf, tagAtHand } from '../conditional';
import { Lru } from '../engine/lru';
import type { Memory } from '../engine/memory';
import { originAsked } from './approach';
import { type Arrival, areOfSameRows, type Place, type Places } from './places';
import { type Repeat, Repeats } from './repeats';
import { fieldsOf, type Reply, unchangedReply } from './reply';
import type { Visitor } from './visitor';

/** An answer that has been sent before, for all who come to the same place with the same wishes. */
interface Ready {
  readonly place: Place;
  /** Origin it was asked at. */
  readonly origin: string;
  /** The coding that was welcome. */
  readonly welcome: Coding;
  readonly answer: Answer;
  readonly etag: string;
  readonly reply: Reply;
  /** For whoever has it already. */
  readonly unchanged: Reply;
  readonly repeat: Repeat;
}

/** What chooses between the answers at one URL. */
export interface Asked {
  readonly request: Incoming;
  readonly url: string;
  readonly visitor: Visitor;
  readonly welcome: Coding;
  /** `If-None-Match` */
  readonly tags: string | undefined;
}

/** An answer that is sent again. */
export interface Again {
  readonly arrival: Arrival;
  readonly answer: Answer;
  readonly reply: Reply;
}

const BUDGET = 64 * 1024 * 1024;

/** Most answers at one URL: it has as many as there are places, origins and codings. */
const VARIANTS_MOST = 16;

const bytesOf = (url: string, all: readonly Ready[]) =>
  all.reduce((sum, { answer, reply }) => sum + bytesOfAnswer(url, answer) + reply.fields.length, 0);

/** What is sent: the whole answer, or word that the client has it. */
function replyOf({ place, answer, etag, reply, unchanged }: Ready, tags: string | undefined): Reply {
  if (tags === undefined) return reply;
  if (tags === etag) return unchanged;
  const known = tagAtHand(tags, answer.mark);
  return known === undefined ? reply : unchangedReply(place, { etag: known, revision: answer.told.revision }, true);
}

/** Answers by URL whose heads are ready too. */
export class ReadyReplies {
  readonly #ready: Lru<readonly Ready[]>;
  readonly #repeats = new Repeats();

  constructor(
    private readonly places: Places,
    private readonly settings: Settings,
    memory: Memory,
  ) {
    this.#ready = new Lru(BUDGET, { memory });
  }

  /** @throws Refusal what `Places.enter` and `originAsked` refuse */
  find({ request, url, visitor, welcome, tags }: Asked): Again | undefined {
    for (const ready of this.#ready.get(url) ?? []) {
      if (ready.welcome !== welcome) continue;
      const arrival = this.places.enter(ready.place, visitor);
      if (arrival === undefined || originAsked(request, this.settings) !== ready.origin) continue;
      ready.repeat.isWanted = true;
      return { arrival, answer: ready.answer, reply: replyOf(ready, tags) };
    }
    return undefined;
  }

  /** What has been asked of a project since its answers were made ready, to make them ready again; tells each once. */
  takeWanted(projectId: string): readonly Asked[] {
    return this.#repeats.take(projectId);
  }

  /** Keeps an answer with its body in a coding. */
  keep(asked: Asked, { place, origin, answer, coding, body }: Finished): Reply {
    const { url, welcome } = asked;
    const fields = fieldsOf(place, answer, coding, body.length);
    const reply: Reply = { status: 200, fields, pieces: [body], fromCache: true };
    const etag = entityTagOf(answer.mark, coding);
    const unchanged = unchangedReply(place, { etag, revision: answer.told.revision }, true);
    const repeat = this.#repeats.note(place.projectId, asked);
    const ready: Ready = { place, origin, welcome, answer, etag, reply, unchanged, repeat };
    const others = (this.#ready.get(url) ?? []).filter((one) => areOfSameRows(one.place, place));
    const all = [ready, ...others.slice(0, VARIANTS_MOST - 1)];
    this.#ready.set(url, all, bytesOf(url, all));
    return reply;
  }
}

/** An answer whose body is at hand. */
export interface Finished {
  readonly place: Place;
  readonly origin: string;
  readonly answer: Answer;
  readonly coding: Coding;
  readonly body: Buffer;
}
