# [=table.name] into PostgreSQL

    ./load.sh       # loads the files that files.txt names into public.[=table.sqlName()]: all rows, or none
    ./prove.sh      # compares the rows of the table with those of the files

- Both work from any folder. They take other files as arguments: `./load.sh FILE...`.
- The rows that the table had are replaced. The table is made if it is missing; `TABLE=schema.name ./load.sh` names another one.
- `PGHOST`, `PGPORT`, `PGDATABASE`, `PGUSER` and `PGPASSFILE` name the server, as for `psql`. It must be PostgreSQL 13 or later.
- Set `PGHOST` for your own server, even if it is `localhost`. Without `PGHOST`, both ignore the other four and use the server that Loadpath bundles, if it runs.
- `load.sh` makes the schema `loadpath_of_` and your role's name there, for its functions. The schema stays; `DROP SCHEMA … CASCADE` removes it.
- Both call Loadpath's programs in [=project]. On another machine, set `LOADPATH_ROOT` to Loadpath's folder there, and name the files.
- The rest is plain SQL for `psql`. Each file begins with what it does and how to run it. `external-table/postgres` loads files that the server itself can read.
