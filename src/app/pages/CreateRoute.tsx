import { CreateProjectPage } from '../createFlow/CreateProjectPage';
import { DropZone } from '../drive/DropZone';
import { ReadingPanel } from '../reading/ReadingPanel';
import { SheetControls } from '../reading/SheetControls';

/** `/projects/new`, with the way of a workbook into the drive, and how it is read. */
export const CreateRoute = () => (
  <CreateProjectPage
    upload={<DropZone />}
    sheetControl={(sheetId, labelledBy) => <SheetControls sheetId={sheetId} labelledBy={labelledBy} />}
    firstRows={(spreadsheetId, rows) => <ReadingPanel spreadsheetId={spreadsheetId} rows={rows} />}
  />
);
