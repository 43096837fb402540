import type { SheetDifference, VersionDifference } from '../../contract/versions';

/** What a person says of a new sheet. */
export interface RenameAnswer {
  readonly title: string;
  /** The sheet it was until now; null where it is a new one. */
  readonly formerTitle: string | null;
}

/** A new sheet that may be one that was renamed, and the sheets it may have been. */
export interface RenameQuestion {
  readonly title: string;
  readonly formerTitles: readonly string[];
}

/** The new sheets that a person has to say something of, in the order of the file. */
export function renameQuestions({ tabs }: VersionDifference): RenameQuestion[] {
  const formerTitles = ({ title }: SheetDifference) =>
    tabs.filter(({ ifRenamed }) => ifRenamed?.title === title).map((tab) => tab.title);
  return tabs
    .map((tab) => ({ title: tab.title, formerTitles: tab.kind === 'added' ? formerTitles(tab) : [] }))
    .filter((question) => question.formerTitles.length > 0);
}

/** The answers with one more, which takes the place of another one for the same sheet. */
export const withRenameAnswer = (answers: readonly RenameAnswer[], answer: RenameAnswer): RenameAnswer[] => [
  ...answers.filter(({ title }) => title !== answer.title),
  answer,
];

/** What the version changes by the answers given so far, sheet by sheet. A sheet that nothing was said of is `renamed?`. */
export function answeredSheets({ tabs }: VersionDifference, answers: readonly RenameAnswer[]): SheetDifference[] {
  const answerFor = (title: string) => answers.find((answer) => answer.title === title);
  return tabs.flatMap((tab) => {
    if (tab.kind === 'added') {
      const former = answerFor(tab.title)?.formerTitle ?? null;
      const renamed = tabs.find(({ title, ifRenamed }) => title === former && ifRenamed?.title === tab.title);
      return [renamed?.ifRenamed ?? tab];
    }
    const answer = tab.ifRenamed && answerFor(tab.ifRenamed.title);
    if (answer === undefined) return [tab];
    return answer.formerTitle === tab.title ? [] : [{ ...tab, kind: 'deleted' as const }];
  });
}

/** The sheets that were renamed, as the call takes them: old title to new title. */
export const renamedIn = (answers: readonly RenameAnswer[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    answers.flatMap(({ title, formerTitle }) => (formerTitle === null ? [] : [[formerTitle, title] as const])),
  );
