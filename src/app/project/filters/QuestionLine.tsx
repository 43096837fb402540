import styled from 'styled-components';
import { ellipsis } from '../../ui/display/text';
import { Button, IconButton } from '../../ui/forms/Button';
import { CopyButton } from '../../ui/forms/CopyButton';
import { codeCue } from '../../ui/layout/scrollCue';
import { Row, Stack, Line } from '../../ui/layout/spacing';
import { selectColumns, selectQuery, selectQuestion } from '../rows/endpointSelectors';
import { filterRemoved, filtersCleared, type TabName } from '../rows/endpointSlice';
import { filterInWords } from './filterWords';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const Chip = styled.li`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  max-width: 100%;
  padding-left: 10px;
  border: 1px solid var(--accent-line);
  border-radius: 999px;
  color: var(--accent-text);
  background: var(--accent-soft);
  font-size: var(--text-sm);

  & > span {
    ${ellipsis}
  }
  & > button {
    flex: none;
    width: 26px;
    height: 26px;
    border-radius: 999px;
    color: inherit;
  }
  & > button:hover {
    background: var(--accent-soft-hover);
  }
`;

/** The query in one scrolling line, with a copy button. */
const Query = styled(Line)`
  min-height: 36px;
  padding: 0 4px 0 12px;
  border: 1px solid var(--line);
  border-radius: var(--r);
  background: var(--code-bg);

  & > code {
    flex: 1;
    min-width: 0;
    overflow: auto;
    padding: 7px 0;
    font: 450 12px / 20px var(--font-mono);
    font-variant-ligatures: none;
    white-space: nowrap;
    scrollbar-width: none;
    ${codeCue}
  }
`;

export interface QuestionLineProps {
  readonly name: TabName;
  /** Called when the focused element is about to be removed, so that the focus can move elsewhere. */
  readonly onRemoveFocus: () => void;
}

/** Focuses the button after a chip, before the chip is removed. */
function focusNext(button: Element) {
  button.closest('li')?.nextElementSibling?.querySelector('button')?.focus();
}

function FilterChips({ name, onRemoveFocus }: QuestionLineProps) {
  const dispatch = useAppDispatch();
  const { filters } = useAppSelector(selectQuestion, name);
  const columns = useAppSelector(selectColumns, name);
  if (filters.length === 0) return null;
  const remove = (place: number, button: Element) => {
    if (filters.length === 1) onRemoveFocus();
    else focusNext(button);
    dispatch(filterRemoved({ ...name, place }));
  };
  const clear = () => {
    onRemoveFocus();
    dispatch(filtersCleared(name));
  };
  return (
    <Row as="ul" $gap={6} aria-label="Filters">
      {filters.map((filter, place) => {
        const words = filterInWords(filter, columns.find(({ key }) => key === filter.column)?.type);
        return (
          <Chip key={JSON.stringify(filter)}>
            <span title={words}>{words}</span>
            <IconButton
              icon="cross"
              label={`Remove filter ${words}`}
              onClick={({ currentTarget }) => remove(place, currentTarget)}
            />
          </Chip>
        );
      })}
      <li>
        <Button look="ghost" size="small" onClick={clear}>
          Clear filters
        </Button>
      </li>
    </Row>
  );
}

/** The filters of the current question as chips, and the whole question as a query of the endpoint. */
export function QuestionLine({ name, onRemoveFocus }: QuestionLineProps) {
  const query = useAppSelector(selectQuery, name);
  if (query === '') return null;
  return (
    <Stack $bottom={12}>
      <FilterChips name={name} onRemoveFocus={onRemoveFocus} />
      <Query>
        <code tabIndex={0} role="group" aria-label="Query">
          {query}
        </code>
        <CopyButton size="small" look="ghost" text={query} word="Copy query" announcement="Query copied" />
      </Query>
    </Stack>
  );
}
