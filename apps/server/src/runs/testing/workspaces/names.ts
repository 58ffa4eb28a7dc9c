/** What everything of a workspace is called in its story, as the simulator names it. */
export class Names {
  private readonly byId = new Map<string, string>();
  private readonly byName = new Map<string, string>();

  give(id: string, name: string): void {
    this.byId.set(id, name);
    this.byName.set(name, id);
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  /** The name of an id; an id without one is its own. */
  of<Id extends string | null>(id: Id): Id | string {
    return id === null ? id : (this.byId.get(id) ?? id);
  }

  /** Null for a name that nothing has. */
  idOf(name: string): string | null {
    return this.byName.get(name) ?? null;
  }
}
