// The tables of a team in its PostgreSQL. Every right is held here, by the server, not by tellback: whoever connects with a
// member's role, by tellback or by psql, may do what is written here and nothing else.
//
// A role that nobody can log in with, the keeper, owns everything, so that no member can change a rule, a trigger or the
// log. `note_caller` runs as the caller and writes down who that is; the functions after it run as the keeper and decide.

/** Counts in the marker; a team with a higher number was made by a newer tellback. */
export const schemaVersion = 1;
export const teamSchema = "tellback_team";

export type MemberRole = "reader" | "writer" | "maintainer" | "owner";

/** A page of the feed; also in `bench/team.ts`. */
export const pageSize = 500;

/** Run as the keeper, in a schema that it owns. `%keeper%` is its quoted name. */
export const teamTables = `
create table tellback_team.marker (
  application_id integer primary key,
  version integer not null,
  team text not null default gen_random_uuid()::text,
  made_at timestamptz not null default now()
);

create table tellback_team.members (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 60),
  role text not null check (role in ('reader', 'writer', 'maintainer', 'owner')),
  database_role name not null unique,
  added_at timestamptz not null default now(),
  revoked_at timestamptz,
  changed_by name not null default current_user
);

create table tellback_team.machines (
  id text not null check (id ~ '^mch_[0-9A-Z]{26}$'),
  member integer not null references tellback_team.members,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  changed_by name not null default current_user,
  primary key (id, member)
);

create table tellback_team.records (
  id text not null check (id ~ '^nod_[0-9A-Z]{26}$'),
  version integer not null,
  kind text not null default 'statement' check (kind = 'statement'),
  project text not null check (length(project) between 1 and 1000),
  author integer not null references tellback_team.members,
  machine text not null check (machine ~ '^mch_[0-9A-Z]{26}$'),
  state text not null
    check (state in ('proposed', 'accepted', 'refused', 'replaced', 'withdrawn', 'forgotten')),
  body text check (octet_length(body) <= 65536),
  made_at timestamptz not null default now(),
  decided_by integer references tellback_team.members,
  decided_at timestamptz,
  changed_by name not null default current_user,
  -- Sequences commit out of order; a transaction's number and what is still running say what a reader may have missed.
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null,
  primary key (id, version),
  check (body is not null or state in ('withdrawn', 'forgotten', 'replaced')),
  check (body is null or state not in ('withdrawn', 'forgotten'))
);
create index records_feed on tellback_team.records (project, xid, seq);
create index records_proposed on tellback_team.records (project, id) where state = 'proposed';
create sequence tellback_team.feed;

create table tellback_team.audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  database_role name not null,
  member text,
  action text not null,
  about text not null,
  version integer
);

-- What identifies the server's history: it changes when a replica is promoted or a backup is restored.
create function tellback_team.epoch() returns text language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select system_identifier::text from pg_control_system())
    || ' ' || (select timeline_id::text from pg_control_checkpoint());
exception when others then
  return '';
end $$;

create function tellback_team.role_of(who name) returns text language sql stable security definer
  set search_path = pg_catalog, pg_temp as $$
  select role from tellback_team.members where database_role = who and revoked_at is null
$$;

create function tellback_team.member_of(who name) returns integer language sql stable security definer
  set search_path = pg_catalog, pg_temp as $$
  select id from tellback_team.members where database_role = who and revoked_at is null
$$;

create function tellback_team.note_caller() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  new.changed_by := current_user;
  return new;
end $$;

create function tellback_team.never() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the log of a team is only added to' using errcode = '42501';
end $$;

create function tellback_team.give_rights(who name, rights text) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  execute format('revoke all on all tables in schema tellback_team from %I', who);
  execute format('revoke all on all functions in schema tellback_team from %I', who);
  execute format('revoke all on schema tellback_team from %I', who);
  if rights is null then return; end if;
  execute format('grant usage on schema tellback_team to %I', who);
  execute format('grant select on tellback_team.marker, tellback_team.members, tellback_team.machines, tellback_team.records to %I', who);
  execute format('grant insert (id), update (last_seen_at) on tellback_team.machines to %I', who);
  execute format('grant execute on function tellback_team.epoch(), tellback_team.role_of(name), tellback_team.member_of(name) to %I', who);
  if rights = 'reader' then return; end if;
  execute format('grant insert (id, project, machine, state, body) on tellback_team.records to %I', who);
  if rights = 'writer' then return; end if;
  execute format('grant update (state) on tellback_team.records to %I', who);
  execute format('grant select on tellback_team.audit to %I', who);
  if rights = 'maintainer' then return; end if;
  execute format('grant insert (name, role, database_role), update (role, revoked_at) on tellback_team.members to %I', who);
end $$;

create function tellback_team.keep_members() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  if new.changed_by <> current_user and tellback_team.role_of(new.changed_by) is distinct from 'owner' then
    raise exception 'only an owner changes who is a member' using errcode = '42501';
  end if;
  if new.database_role = current_user then
    raise exception 'the keeper is no member' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' then
    perform from tellback_team.members for update;
    if old.role = 'owner' and old.revoked_at is null and (new.role <> 'owner' or new.revoked_at is not null)
      and not exists (select from tellback_team.members m
        where m.id <> new.id and m.role = 'owner' and m.revoked_at is null) then
      raise exception 'a team needs an owner: % is the last one', old.name using errcode = '42501';
    end if;
  end if;
  perform tellback_team.give_rights(new.database_role, case when new.revoked_at is null then new.role end);
  insert into tellback_team.audit (database_role, member, action, about)
    values (new.changed_by,
      -- The keeper adds the one who makes the team.
      coalesce((select name from tellback_team.members where database_role = new.changed_by), new.name),
      case when tg_op = 'INSERT' then 'add ' || new.role
        when new.revoked_at is not null then 'revoke' else 'change to ' || new.role end,
      new.name);
  return new;
end $$;

create function tellback_team.keep_machines() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  new.member := tellback_team.member_of(new.changed_by);
  if new.member is null or (tg_op = 'UPDATE' and old.member <> new.member) then
    raise exception 'this machine belongs to another member' using errcode = '42501';
  end if;
  new.last_seen_at := now();
  return new;
end $$;

create function tellback_team.keep_records() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  me integer := tellback_team.member_of(new.changed_by);
  rights text := tellback_team.role_of(new.changed_by);
  decides boolean := rights in ('maintainer', 'owner');
begin
  new.xid := pg_current_xact_id();
  new.seq := nextval('tellback_team.feed');
  -- An earlier version that another one replaces, below.
  if new.changed_by = current_user then return new; end if;
  if me is null or rights = 'reader' then
    raise exception 'a reader changes nothing' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(new.id, 0));
  if tg_op = 'INSERT' then
    if new.state not in ('proposed', 'accepted', 'withdrawn', 'forgotten') or (new.state = 'accepted' and not decides) then
      raise exception 'a % record needs a maintainer', new.state using errcode = '42501';
    end if;
    if exists (select from tellback_team.records r where r.id = new.id) then
      if not decides and not exists (select from tellback_team.records r where r.id = new.id and r.author = me) then
        raise exception 'only its author or a maintainer changes %', new.id using errcode = '42501';
      end if;
      if exists (select from tellback_team.records r where r.id = new.id and r.project <> new.project) then
        raise exception '% belongs to another project', new.id using errcode = '42501';
      end if;
    end if;
    new.version := coalesce((select max(r.version) from tellback_team.records r where r.id = new.id), 0) + 1;
    new.author := me;
    new.made_at := now();
  else
    if not decides then raise exception 'only a maintainer decides' using errcode = '42501'; end if;
    if old.state <> 'proposed' or new.state not in ('accepted', 'refused') then
      raise exception 'only what is proposed is accepted or refused' using errcode = '42501';
    end if;
    new.decided_by := me;
    new.decided_at := now();
  end if;
  if new.state = 'accepted' then
    update tellback_team.records r set state = 'replaced'
      where r.id = new.id and r.version <> new.version
        and (r.state = 'accepted' or (r.state = 'proposed' and r.version < new.version));
  elsif new.state in ('withdrawn', 'forgotten') then
    -- What is taken back is gone from the server too.
    update tellback_team.records r set state = 'replaced', body = null
      where r.id = new.id and r.version <> new.version and r.state in ('proposed', 'accepted', 'refused', 'replaced')
        and r.body is not null;
  end if;
  insert into tellback_team.audit (database_role, member, action, about, version)
    values (new.changed_by, (select name from tellback_team.members where id = me), new.state, new.id, new.version);
  return new;
end $$;

create trigger a_caller before insert or update on tellback_team.members
  for each row execute function tellback_team.note_caller();
create trigger b_rules before insert or update on tellback_team.members
  for each row execute function tellback_team.keep_members();
create trigger a_caller before insert or update on tellback_team.machines
  for each row execute function tellback_team.note_caller();
create trigger b_rules before insert or update on tellback_team.machines
  for each row execute function tellback_team.keep_machines();
create trigger a_caller before insert or update on tellback_team.records
  for each row execute function tellback_team.note_caller();
create trigger b_rules before insert or update on tellback_team.records
  for each row execute function tellback_team.keep_records();
create trigger never before update or delete or truncate on tellback_team.audit
  for each statement execute function tellback_team.never();

revoke all on all functions in schema tellback_team from public;
revoke all on all tables in schema tellback_team from public;
revoke all on schema tellback_team from public;

alter table tellback_team.records enable row level security;
alter table tellback_team.records force row level security;
create policy keeper on tellback_team.records to %keeper% using (true) with check (true);
create policy seen on tellback_team.records for select using (
  (select tellback_team.role_of(current_user)) is not null
  and (state in ('accepted', 'withdrawn', 'forgotten')
    or author = (select tellback_team.member_of(current_user))
    or (select tellback_team.role_of(current_user)) in ('maintainer', 'owner')));
create policy offered on tellback_team.records for insert with check (
  (select tellback_team.role_of(current_user)) in ('writer', 'maintainer', 'owner')
  and (state in ('proposed', 'withdrawn', 'forgotten')
    or (select tellback_team.role_of(current_user)) in ('maintainer', 'owner')));
create policy decided on tellback_team.records for update
  using ((select tellback_team.role_of(current_user)) in ('maintainer', 'owner'))
  with check ((select tellback_team.role_of(current_user)) in ('maintainer', 'owner'));
`;
