import styled from 'styled-components';
import { Choices } from '../parts/Choices';
import type { RenameAnswer, RenameQuestion } from './renames';
import { renameAnswered } from './versionsSlice';
import { useAppDispatch } from '../storeHooks';

const Questions = styled.div`
  display: grid;
  gap: 16px;
  margin-top: 16px;
`;

const NEW = 'new';
const wasOf = (formerTitle: string) => `was ${formerTitle}` as const;
type Value = typeof NEW | ReturnType<typeof wasOf>;

const chosenOf = (answer: RenameAnswer | undefined): Value[] => {
  if (answer === undefined) return [];
  return [answer.formerTitle === null ? NEW : wasOf(answer.formerTitle)];
};

const quotedList = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(' and ');

interface RenameQuestionsProps {
  readonly questions: readonly RenameQuestion[];
  readonly answers: readonly RenameAnswer[];
  readonly working: boolean;
}

/** Asks of each new sheet that has the columns of one that is gone whether it is that one. */
export function RenameQuestions({ questions, answers, working }: RenameQuestionsProps) {
  const dispatch = useAppDispatch();
  if (questions.length === 0) return null;
  return (
    <Questions>
      {questions.map(({ title, formerTitles }) => (
        <Choices<Value>
          key={title}
          legend={`Renamed? “${title}” has the columns of ${quotedList(formerTitles)}`}
          options={[
            ...formerTitles.map((former) => ({
              value: wasOf(former),
              label: `Yes, it was “${former}”`,
              hint: 'Its endpoint, keys and row ids go on under the new name.',
            })),
            {
              value: NEW,
              label: 'No, it is a new sheet',
              hint: `Keys for ${quotedList(formerTitles)} do not read it.`,
            },
          ]}
          chosen={chosenOf(answers.find((answer) => answer.title === title))}
          onChoose={(value) => {
            const formerTitle = formerTitles.find((former) => wasOf(former) === value) ?? null;
            if (!working) dispatch(renameAnswered({ title, formerTitle }));
          }}
        />
      ))}
    </Questions>
  );
}
