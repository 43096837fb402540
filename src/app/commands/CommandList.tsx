import { useEffect, useRef } from 'react';
import { commandKey } from '../parts/commandKey';
import { Icon } from '../parts/Icon';
import { Marked } from '../parts/Marked';
import { Key } from '../parts/text';
import { GroupName, List, Option } from './commandLook';
import { type Command, groups } from './commands';

/** The key that chooses a command from the menu, or does the same without it. */
function keysOf({ does, keys, url }: Command, isActive: boolean): readonly string[] {
  if (typeof does === 'object' && 'copy' in does) return [commandKey('↵')];
  return keys ?? (url !== undefined && isActive ? ['↵'] : []);
}

interface CommandListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly search: string;
  /** Index of the command the keyboard is at. */
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (command: Command) => void;
}

/** The commands by group. The focus stays in the field above; the active one is kept in sight. */
export function CommandList({ id, commands, search, active, onPoint, onChoose }: CommandListProps) {
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
            <GroupName id={`${id}-${group}`} role="presentation">
              {group}
            </GroupName>
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
