import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../src/app/learn/guides');

/** A code block of a guide. */
export interface GuideBlock {
  readonly kind: string;
  /** The text after the language: `answer`, `output`, or a file's name. */
  readonly mark: string;
  readonly text: string;
}

/** A block that can be run, with the result that the guide shows. */
export interface Example extends GuideBlock {
  readonly answer: GuideBlock;
}

const FENCED = /^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm;

const blocksOf = (slug: string): readonly GuideBlock[] =>
  [...readFileSync(join(folder, `${slug}.md`), 'utf8').matchAll(FENCED)].map(([, kind = '', mark = '', text = '']) => ({
    kind,
    mark: mark.trim(),
    text: text.trimEnd(),
  }));

const isAnswer = ({ mark }: GuideBlock) => /^(answer|output)\b/.test(mark);

/** The names of all guides. */
export const slugs = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));

/** The blocks of a guide in pairs of code and result; every guide must show the result of its code. */
export function examplesOf(slug: string): readonly Example[] {
  const blocks = blocksOf(slug);
  return blocks.flatMap((block, at) => {
    if (isAnswer(block)) return [];
    const answer = blocks[at + 1];
    if (answer === undefined || !isAnswer(answer)) throw new Error(`${slug}: nothing is said of\n${block.text}`);
    return [{ ...block, answer }];
  });
}
