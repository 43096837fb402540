import { Switch } from '../parts/Switch';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { selectReadAnswer, selectReadingBusy } from './readingSelectors';
import { readingChosen } from './readingSlice';

interface SheetSwitchProps {
  readonly sheetId: number;
  /** Id of the element that names the sheet. */
  readonly labelledBy: string;
}

/** Whether a sheet becomes an endpoint. The only one does; a project that is there already has settings for that. */
export function SheetSwitch({ sheetId, labelledBy }: SheetSwitchProps) {
  const dispatch = useAppDispatch();
  const busy = useAppSelector(selectReadingBusy);
  const answer = useAppSelector(selectReadAnswer);
  const tab = answer?.preview.tabs.find((one) => one.sheetId === sheetId);
  if (answer === undefined || tab === undefined) return null;
  if (answer.preview.tabs.length === 1 || answer.spreadsheet.projectId !== undefined) return null;
  const choose = (published: boolean) => dispatch(readingChosen({ tabs: [{ sheetId, published }] }));
  return <Switch checked={tab.published} disabled={busy} labelledBy={labelledBy} onChange={choose} />;
}
