import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { Link } from '../../ui/display/Link';
import type { Project, ProjectTab } from '../../../contract/projects';
import { lazyPart } from '../../ui/overlays/lazyPart';
import { useScrollCue } from '../../ui/layout/scrollCue';
import { CountUp } from '../../ui/display/CountUp';
import { hangingBar, hangingTab, staysAboveRows } from '../../ui/layout/hangingTabs';
import { useShortcuts } from '../../ui/forms/useShortcuts';
import { paths, type ProjectView } from '../../paths';
import { publishedTabs } from '../../projects/projectsSelectors';

/** Finds a tab by title, then by slug or by the title without outer spaces, which a path may have added. */
export const tabNamed = (tabs: readonly ProjectTab[], name: string): ProjectTab | undefined =>
  tabs.find(({ title }) => title === name) ?? tabs.find(({ title, slug }) => slug === name || title === name.trim());

/** Maximum number of tabs without the menu that lists all of them. */
const MAX_TABS_WITHOUT_MENU = 7;

/** Placeholder of the menu's button. */
const Place = styled.span`
  flex: none;
  width: 40px;
`;

const AllTabs = lazyPart(
  async () => (await import(/* webpackChunkName: "rowsLater" */ '../../ui/layout/AllTabs')).AllTabs,
  { waiting: <Place /> },
);

/** Above rows the strip is sticky over its whole width, unless the window is low. */
const Strip = styled.div<{ $stays: boolean }>`
  display: flex;
  ${({ $stays }) => $stays && staysAboveRows}
`;

const Bar = styled.nav`
  ${hangingBar}
  flex: 1;
  min-width: 0;
`;

const Tab = styled(Link)`
  ${hangingTab}
`;

interface SheetTabsProps {
  readonly project: Project;
  readonly current: ProjectTab;
  /** View that the links keep. */
  readonly view: ProjectView;
}

/** `[` and `]` navigate to the previous and next tab and focus its link, as the focused element may vanish with the rows. */
function useTabKeys({ project, current, view }: SheetTabsProps) {
  const navigate = useNavigate();
  const bar = useRef<HTMLElement>(null);
  const step = (distance: number) => {
    const tabs = publishedTabs(project);
    const index = tabs.findIndex(({ sheetId }) => sheetId === current.sheetId) + distance;
    const next = tabs[index];
    if (next === undefined) return;
    bar.current?.querySelectorAll('a')[index]?.focus();
    void navigate(paths.project(project.id, next.title, view));
  };
  useShortcuts({ '[': () => step(-1), ']': () => step(1) });
  return bar;
}

/** The tabs of the sheet as links, with their row counts. */
export function SheetTabs(props: SheetTabsProps) {
  const { project, current, view } = props;
  const currentLink = useRef<HTMLAnchorElement>(null);
  const bar = useTabKeys(props);
  useEffect(() => currentLink.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }), [current.sheetId]);
  const tabs = publishedTabs(project);
  useScrollCue(bar, tabs.length);
  return (
    <Strip $stays={view === 'data'}>
      <Bar ref={bar} aria-label="Sheets">
        {tabs.map(({ sheetId, title, rows }) => {
          const isCurrent = sheetId === current.sheetId;
          return (
            <Tab
              key={sheetId}
              ref={isCurrent ? currentLink : undefined}
              to={paths.project(project.id, title, view)}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <span>{title}</span>
              <CountUp value={rows} />
            </Tab>
          );
        })}
      </Bar>
      {tabs.length > MAX_TABS_WITHOUT_MENU && (
        <AllTabs tabs={tabs} current={current.sheetId} pathOf={({ title }) => paths.project(project.id, title, view)} />
      )}
    </Strip>
  );
}
