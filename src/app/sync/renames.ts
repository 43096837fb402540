import type { SheetDifference, VersionDifference } from '../../contract/versions';

/** The user's answer for a new sheet. */
export interface RenameAnswer {
  readonly title: string;
  /** Former title of the sheet; null if it is a new sheet. */
  readonly formerTitle: string | null;
}

/** A new sheet that may be a renamed one, and the candidates for its former title. */
export interface RenameQuestion {
  readonly title: string;
  readonly formerTitles: readonly string[];
}

/** Returns the questions that the user has to answer, in the order of the file. */
export function renameQuestions({ tabs }: VersionDifference): RenameQuestion[] {
  const formerTitles = ({ title }: SheetDifference) =>
    tabs.filter(({ ifRenamed }) => ifRenamed?.title === title).map((tab) => tab.title);
  return tabs
    .map((tab) => ({ title: tab.title, formerTitles: tab.kind === 'added' ? formerTitles(tab) : [] }))
    .filter((question) => question.formerTitles.length > 0);
}

/** Returns the answers with one more, which replaces a former answer for the same sheet. */
export const withRenameAnswer = (answers: readonly RenameAnswer[], answer: RenameAnswer): RenameAnswer[] => [
  ...answers.filter(({ title }) => title !== answer.title),
  answer,
];

/** Returns the changes of the version given the answers so far, sheet by sheet. A sheet without an answer is `renamed?`. */
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

/** Returns the renamed sheets for the request: old title to new title. */
export const renamedIn = (answers: readonly RenameAnswer[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    answers.flatMap(({ title, formerTitle }) => (formerTitle === null ? [] : [[formerTitle, title] as const])),
  );
