-- The role and the database of Rollcall, on a PostgreSQL server of your own:
-- psql postgres://postgres@10.0.0.10/postgres -v password=… -f database.sql
create role rollcall login password :'password';
create database rollcall owner rollcall encoding 'UTF8' template template0;
