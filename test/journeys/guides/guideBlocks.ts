import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../src/app/learn/guides');

/** A code block of a guide. */
export interface GuideBlock {
  readonly kind: string;
  /** What stands behind the language: `answer`, `output`, or a file's name. */
  readonly mark: string;
  readonly text: string;
}

/** Something that can be run, and what the guide says comes of it. */
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

/** Every guide by its name. */
export const slugs = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));

/** The blocks of a guide in pairs; a block that says nothing of what comes of it is no example, and no guide may have one. */
export function examplesOf(slug: string): readonly Example[] {
  const blocks = blocksOf(slug);
  return blocks.flatMap((block, at) => {
    if (isAnswer(block)) return [];
    const answer = blocks[at + 1];
    if (answer === undefined || !isAnswer(answer)) throw new Error(`${slug}: nothing is said of\n${block.text}`);
    return [{ ...block, answer }];
  });
}
