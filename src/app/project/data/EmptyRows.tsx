import { paths } from '../../paths';
import type { TabOfProject } from '../../projects/projectsSelectors';
import { TextLink } from '../../ui/display/text';
import { Button } from '../../ui/forms/Button';
import { OpenSheet } from '../frame/OpenSheet';
import type { QuestionLineProps } from '../filters/QuestionLine';
import { filtersCleared } from '../rows/endpointSlice';
import { useAppDispatch } from '../../storeHooks';
import { GridEmpty } from './NoRows';

const NO_ROWS = 'Add a row under the header in your sheet';

const NoHeader = ({ project, tab }: TabOfProject) => (
  <GridEmpty
    title={`No rows in ${tab.title} yet`}
    lead={
      <>
        This sheet has no header row. Put column names above your rows, or choose the row in{' '}
        <TextLink to={paths.project(project.id, tab.title, 'settings')}>Settings</TextLink>.
      </>
    }
  >
    <OpenSheet project={project} tab={tab} size="small" />
  </GridEmpty>
);

/** Below the header of a tab without rows. */
export function EmptyRows({ project, tab }: TabOfProject) {
  if (project.status === 'syncing')
    return <GridEmpty title={`Reading ${tab.title}`} lead="The rows are here as soon as they are read." />;
  if (tab.columns === 0) return <NoHeader project={project} tab={tab} />;
  return (
    <GridEmpty
      title={`No rows in ${tab.title} yet`}
      lead={project.writable ? `${NO_ROWS}, or with “Add row”.` : `${NO_ROWS}.`}
    >
      <OpenSheet project={project} tab={tab} size="small" />
    </GridEmpty>
  );
}

/** Below the header where no row matches the question. */
export function NoMatch({ name, onRemoveFocus }: QuestionLineProps) {
  const dispatch = useAppDispatch();
  const clear = () => {
    onRemoveFocus();
    dispatch(filtersCleared(name));
  };
  return (
    <GridEmpty title="No rows match.">
      <Button size="small" onClick={clear}>
        Clear filters
      </Button>
    </GridEmpty>
  );
}
