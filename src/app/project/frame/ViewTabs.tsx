import { Fragment, useRef } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import type { TabOfProject } from '../../projects/projectsSelectors';
import { Link } from '../../ui/display/Link';
import { useShortcuts } from '../../ui/forms/useShortcuts';
import { paths, type ProjectView } from '../../paths';
import { selectQuery } from '../rows/endpointSelectors';
import { locationWithQuery } from '../rows/question';
import { useAppSelector } from '../../storeHooks';
import { insetFocus } from '../../ui/layout/spacing';

/** All views, in the order of their tabs. */
export const viewOrder = ['data', 'api', 'access', 'sync', 'settings'] as const satisfies readonly ProjectView[];

/** Texts of the tabs. */
export const viewWords: Record<ProjectView, string> = {
  data: 'Data',
  api: 'API',
  access: 'Access',
  sync: 'Sync',
  settings: 'Settings',
};

/** Whether a view belongs to the tab; the others belong to the whole project. */
export const isOfTab = (view: ProjectView) => view === 'data' || view === 'api';

const Bar = styled.nav`
  display: flex;
  gap: 4px;
  overflow-x: auto;
  margin: 16px 0 0 -10px;
  padding-left: 10px;
  background: linear-gradient(var(--line), var(--line)) 10px 100% / 100% 1px no-repeat;
  scrollbar-width: none;
`;

const View = styled(Link)`
  position: relative;
  padding: 9px 10px 11px;
  border-radius: 6px 6px 0 0;
  color: var(--ink-2);
  white-space: nowrap;

  &:first-child {
    margin-left: -10px;
  }
  &:hover {
    color: var(--ink);
  }
  ${insetFocus}
  &[aria-current] {
    color: var(--ink);
    font-weight: var(--weight-semibold);
  }
  &[aria-current]::after {
    content: '';
    position: absolute;
    right: 10px;
    bottom: 0;
    left: 10px;
    height: 2px;
    border-radius: 2px 2px 0 0;
    background: var(--accent);
  }
`;

/** Separates the views of the tab from those of the whole project. */
const Divider = styled.span`
  flex: none;
  width: 1px;
  margin: 11px 8px;
  background: var(--line-strong);
`;

interface ViewTabsProps extends TabOfProject {
  readonly current: ProjectView;
}

/** Returns the address of each view; that of Data includes the current query. */
function useViewLinks({ project, tab }: TabOfProject) {
  const name = { projectId: project.id, sheetId: tab.sheetId };
  const query = useAppSelector(selectQuery, name);
  return viewOrder.map((view) => {
    const path = paths.project(project.id, tab.title, view);
    return { view, to: view === 'data' ? locationWithQuery(path, query) : path };
  });
}

/** The views of a project. `1` to `5` navigate to them and focus the link, as the focused element may vanish with the view. */
export function ViewTabs(props: ViewTabsProps) {
  const navigate = useNavigate();
  const bar = useRef<HTMLElement>(null);
  const links = useViewLinks(props);
  const go = (index: number, to: string) => () => {
    bar.current?.querySelectorAll('a')[index]?.focus();
    void navigate(to);
  };
  useShortcuts(Object.fromEntries(links.map(({ to }, index) => [String(index + 1), go(index, to)])));
  return (
    <Bar ref={bar} aria-label="Views">
      {links.map(({ view, to }, index) => (
        <Fragment key={view}>
          {index > 0 && !isOfTab(view) && isOfTab(links[index - 1]?.view ?? view) && <Divider aria-hidden="true" />}
          <View to={to} aria-current={props.current === view ? 'page' : undefined}>
            {viewWords[view]}
          </View>
        </Fragment>
      ))}
    </Bar>
  );
}
