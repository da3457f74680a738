-- A database and an account for the forum: mariadb < deploy/mariadb.sql, with a password of your own.
CREATE DATABASE luntan CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE USER 'luntan'@'localhost' IDENTIFIED BY 'choose-a-password';
CREATE USER 'luntan'@'127.0.0.1' IDENTIFIED BY 'choose-a-password';
GRANT ALL PRIVILEGES ON luntan.* TO 'luntan'@'localhost';
GRANT ALL PRIVILEGES ON luntan.* TO 'luntan'@'127.0.0.1';
