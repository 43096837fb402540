import { CreateProjectPage } from '../createFlow/CreateProjectPage';
import { DropZone } from '../drive/DropZone';

/** `/projects/new`, with the way of a workbook into the drive. */
export function CreateRoute() {
  return <CreateProjectPage upload={<DropZone />} />;
}
