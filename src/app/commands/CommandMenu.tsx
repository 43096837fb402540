import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { Line } from '../ui/layout/spacing';
import { commandKey } from '../ui/forms/useShortcuts';
import { bareInput } from '../ui/forms/fieldStyles';
import { Modal } from '../ui/overlays/Dialog';
import { Icon } from '../ui/display/Icon';
import { Marked } from '../ui/display/Marked';
import { ellipsis, Fine, Key, Small, Unseen } from '../ui/display/text';
import { selectListedProjects } from '../projects/projectsSelectors';
import { projectListWanted } from '../projects/projectsSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { type Command, commandsFor, groups } from './commands';
import { urlCopyAsked } from './copySaga';

/** Aligned at the top, so that the menu does not move when its list gets shorter. */
const Box = styled(Modal)`
  max-width: 600px;
  max-height: min(560px, calc(100vh - 96px));
  margin-top: min(120px, 15vh);

  &[open] {
    display: flex;
    flex-direction: column;
    overflow: hidden;
  }
`;

const SearchLine = styled(Line)`
  flex: none;
  gap: 12px;
  height: 56px;
  padding: 0 18px;
  border-bottom: 1px solid var(--line);
  color: var(--ink-3);

  & > input {
    ${bareInput}
    font-size: 16px;
  }
`;

const List = styled.div`
  overflow-y: auto;
  padding: 8px;
  font-size: var(--text-sm);
`;

const Option = styled(Line)`
  gap: 9px;
  min-height: 34px;
  padding: 0 10px;
  border-radius: var(--r-sm);
  cursor: pointer;

  & > svg {
    color: var(--ink-3);
  }
  & > span {
    ${ellipsis}
  }
  & > span + span {
    color: var(--ink-3);
  }
  & > kbd {
    flex: none;
  }
  & > :is(span, svg):has(+ kbd) {
    margin-right: auto;
  }
  &[aria-selected='true'] {
    background: var(--raised-hover);
  }
`;

/** Returns the keys to show for a command: those that choose it in the menu, or its shortcut without the menu. */
function keysOf({ does, keys, url }: Command, isActive: boolean): readonly string[] {
  if (typeof does === 'object' && 'copy' in does) return [commandKey('↵')];
  return keys ?? (url !== undefined && isActive ? ['↵'] : []);
}

interface CommandListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly search: string;
  /** Index of the active command. */
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (command: Command) => void;
}

/** The commands by group. The focus stays in the search field; the list scrolls to the active command. */
function CommandList({ id, commands, search, active, onPoint, onChoose }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, search]);
  return (
    <List ref={list} id={id} role="listbox" aria-label="Commands" hidden={commands.length === 0}>
      {groups.map((group) => {
        const inGroup = commands.filter((command) => command.group === group);
        if (inGroup.length === 0) return null;
        return (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <Fine as="div" $pad="8px 10px 4px" id={`${id}-${group}`} role="presentation">
              {group}
            </Fine>
            {inGroup.map((command) => {
              const index = commands.indexOf(command);
              return (
                <Option
                  key={command.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  onMouseMove={() => index !== active && onPoint(index)}
                  onClick={() => onChoose(command)}
                >
                  <Icon name={command.icon} />
                  <span>
                    <Marked text={command.title} search={search} />
                  </span>
                  {command.detail !== undefined && (
                    <span>
                      <Marked text={command.detail} search={search} />
                    </span>
                  )}
                  {keysOf(command, index === active).map((key) => (
                    <Key key={key} aria-hidden="true">
                      {key}
                    </Key>
                  ))}
                </Option>
              );
            })}
          </div>
        );
      })}
    </List>
  );
}

interface CommandMenuProps {
  readonly onClose: () => void;
  /** Called when "Show keyboard shortcuts" is chosen. */
  readonly onKeys: () => void;
}

/** Returns a function that runs a chosen command, or copies its URL. */
function useChoose({ onClose, onKeys }: CommandMenuProps) {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  return ({ does, url }: Command, copies: boolean) => {
    if (does === 'showKeys') return onKeys();
    onClose();
    if (copies && url !== undefined) dispatch(urlCopyAsked(url));
    else if ('copy' in does) dispatch(urlCopyAsked(does.copy));
    else if ('to' in does) void navigate(does.to);
    else dispatch(does.event);
  };
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** State of the active index in a list of this length; moves wrap around. */
function useActive(length: number) {
  const [active, setActive] = useState(0);
  const move = (by: number) => setActive((length + active + by) % Math.max(length, 1));
  return { active: Math.min(active, length - 1), setActive, move };
}

/** The command menu: finds endpoints, actions and guides. `↵` opens, `⌘↵` copies the endpoint's URL. */
export default function CommandMenu(props: CommandMenuProps) {
  const listId = useId();
  const [search, setSearch] = useState('');
  const commands = commandsFor(useAppSelector(selectListedProjects), search);
  const { active, setActive, move } = useActive(commands.length);
  const choose = useChoose(props);
  useOnScreen(projectListWanted());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = steps[event.key];
    const command = commands[active];
    if (by !== undefined) move(by);
    else if (event.key === 'Enter' && command) choose(command, event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };
  return (
    <Box aria-label="Command menu" onClose={props.onClose}>
      <SearchLine>
        <Icon name="search" size={18} />
        <input
          type="text"
          role="combobox"
          aria-label="Search endpoints, actions and guides"
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-activedescendant={commands.length > 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Key aria-hidden="true">esc</Key>
      </SearchLine>
      <CommandList
        id={listId}
        commands={commands}
        search={search}
        active={active}
        onPoint={setActive}
        onChoose={(command) => choose(command, false)}
      />
      {commands.length === 0 && <Small $pad="24px 18px">Nothing found for “{search.trim()}”.</Small>}
      <Unseen role="status">
        {commands.length === 0
          ? `Nothing found for “${search.trim()}”.`
          : `${commandKey('↵')} copies an endpoint’s URL.`}
      </Unseen>
    </Box>
  );
}
