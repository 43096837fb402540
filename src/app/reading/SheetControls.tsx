import styled from 'styled-components';
import { IconButton } from '../ui/forms/Button';
import { Switch } from '../ui/forms/Switch';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { selectReadAnswer, selectReadingBusy, readingChosen, sheetPicked } from './readingSlice';

const Show = styled(IconButton)`
  margin-block: -6px;

  &[aria-pressed='true'] {
    color: var(--accent-text);
    background: var(--sunken);
  }
`;

interface SheetControlsProps {
  readonly sheetId: number;
  /** Id of the element that names the sheet. */
  readonly labelledBy: string;
}

/**
 * The controls of a sheet: a button that shows its first rows, and a switch that makes it an endpoint. A single sheet needs neither. An
 * existing project has no switch here, but in its settings.
 */
export function SheetControls({ sheetId, labelledBy }: SheetControlsProps) {
  const dispatch = useAppDispatch();
  const busy = useAppSelector(selectReadingBusy);
  const answer = useAppSelector(selectReadAnswer);
  const tab = answer?.preview.tabs.find((candidate) => candidate.sheetId === sheetId);
  if (answer === undefined || tab === undefined || answer.preview.tabs.length === 1) return null;
  const choose = (published: boolean) => dispatch(readingChosen({ tabs: [{ sheetId, published }] }));
  return (
    <>
      <Show
        icon="table"
        label={`First rows of ${tab.title}`}
        aria-pressed={answer.preview.shown.sheetId === sheetId}
        onClick={() => dispatch(sheetPicked({ sheetId }))}
      />
      {answer.spreadsheet.projectId === undefined && (
        <Switch checked={tab.published} disabled={busy} labelledBy={labelledBy} onChange={choose} />
      )}
    </>
  );
}
