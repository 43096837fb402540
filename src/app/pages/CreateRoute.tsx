import { CreateProjectPage } from '../createFlow/CreateProjectPage';
import { createFlowSlice } from '../createFlow/createFlowSlice';
import { driveSlice } from '../drive/driveSlice';
import { DropZone } from '../drive/DropZone';
import { ReadingPanel } from '../reading/ReadingPanel';
import { readingSlice } from '../reading/readingSlice';
import { SheetControls } from '../reading/SheetControls';
import { rootReducer } from '../rootReducer';

createFlowSlice.injectInto(rootReducer);
driveSlice.injectInto(rootReducer);
readingSlice.injectInto(rootReducer);

/** `/projects/new`, with the upload of a workbook and its reading options. */
export const CreateRoute = () => (
  <CreateProjectPage
    upload={<DropZone />}
    sheetControl={(sheetId, labelledBy) => <SheetControls sheetId={sheetId} labelledBy={labelledBy} />}
    firstRows={(spreadsheetId, rows) => <ReadingPanel spreadsheetId={spreadsheetId} rows={rows} />}
  />
);
